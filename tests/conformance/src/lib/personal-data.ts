import { describe, expect, it } from 'vitest'

import { type Context, EMAIL_HASH } from './context.ts'

export function describePersonalData({ forward }: Context): void {
  describe('sections 2.1 and 8: personal data', () => {
    it('normalizes and hashes unhashed values as Meta does', async () => {
      const { event, body } = await forward({
        user_data: {
          em: ' John_Smith@gmail.com ',
          ph: '+1 (650) 555-1212',
          fn: 'Mary',
          ln: 'Valéry',
        },
      })
      expect(event.user_data).toMatchObject({
        em: EMAIL_HASH,
        ph: 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
        fn: '6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec',
        ln: '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c',
      })
      expect(JSON.stringify(body)).not.toMatch(/John|Mary|Val|555-?1212/i)
    })

    it('lowercases a hash and keeps the appendix that Meta’s libraries add', async () => {
      const em = `${EMAIL_HASH.toUpperCase()}.AQYCAQMB`
      const { event } = await forward({ user_data: { em, ph: `${EMAIL_HASH}.Bg` } })
      expect(event.user_data.em).toBe(`${EMAIL_HASH}.AQYCAQMB`)
      expect(event.user_data.ph).toBe(`${EMAIL_HASH}.Bg`)
    })

    it('forwards the usable values of a list', async () => {
      const { event } = await forward({
        user_data: {
          em: ['john_smith@gmail.com', EMAIL_HASH, '', 7, null],
          external_id: ['a', 'b'],
        },
      })
      expect(event.user_data.em).toEqual([EMAIL_HASH, EMAIL_HASH])
      expect(event.user_data.external_id).toEqual(['a', 'b'])
    })

    it('reads numbers as their digits', async () => {
      const ph = [16505551212, '+1 (0) 650 555-1212']
      const { event } = await forward({ user_data: { external_id: 12345, ph } })
      const hash = 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'
      expect(event.user_data).toMatchObject({ external_id: '12345', ph: [hash, hash] })
    })

    it.each([
      ['external_id', 1.5],
      ['ph', 2 ** 60],
      ['ph', '+48 601 202 303, +48 602 202 303'],
      ['em', 'not an address'],
      ['em', ''],
      ['em', 17],
      ['em', { a: 'john_smith@gmail.com' }],
      ['em', ['not an address']],
      ['ph', 'call me'],
      ['fn', ' . '],
      ['ln', null],
      ['fbp', 'fb.1.1596403881668.ann@school'],
    ])('drops %s if the value is unusable: %j', async (key, value) => {
      const { event } = await forward({ user_data: { [key]: value } })
      expect(event.user_data).not.toHaveProperty(key)
    })
  })
}

import { describe, expect, it } from 'vitest'

import { type Context, EMAIL_HASH } from './context.ts'
import { createOrdinaryValues } from './ordinary-values.ts'

export function describeCustomData({ forward }: Context): void {
  describe('section 2.1: custom_data', () => {
    it.each([
      { ph: 7.2 },
      { mobile: 'app' },
      { tel: 1 },
      { full_name: 'Algebra I' },
      { order_email: 'sent' },
      { image: 'hero@2x.png' },
      { library: 'react@18.2.10' },
      { author: 'medium.com/@anna.smith/x' },
      { em: EMAIL_HASH, ph: [EMAIL_HASH], fn: `${EMAIL_HASH}.AQYCAQMB` },
      { order_id: '79123456789', transaction: 79_123_456_789 },
    ])('arrives equal: %j', async (custom_data) => {
      expect((await forward({ custom_data })).event.custom_data).toEqual(custom_data)
    })

    it('arrives equal with 1,000 names of courses, IDs, slugs and URLs, under any key', async () => {
      const content_ids = createOrdinaryValues()
      expect(new Set(content_ids).size).toBe(1000)
      const contents = content_ids.map((value, n) => ({ id: value, item_price: n / 4 }))
      const values = content_ids.map((value, n) => [`${KEYS[n % KEYS.length]}_${n}`, value])
      const custom_data = { contents, content_ids, ...Object.fromEntries(values) }
      expect((await forward({ custom_data })).event.custom_data).toEqual(custom_data)
    })

    it.each([
      [{ note: 'anna@school.example' }],
      [{ note: 'Write to anna@school.example.' }],
      [{ page: 'https://school.example/thanks?to=anna%40school.example' }],
      [{ phone: '+7 (912) 345-67-89' }],
      [{ parentPhone: 79_123_456_789 }],
      [{ ph: ['79123456789'] }],
      [{ fn: 'Anna' }],
      [{ lastName: "O'Neil" }],
      [{ 'anna@school.example': true }],
    ])('is forwarded without personal data that is not hashed: %j', async (data) => {
      const custom_data = { value: 1, contents: [{ id: 'a', ...data }] }
      const { event } = await forward({ custom_data })
      expect(JSON.stringify(event.custom_data)).not.toMatch(/anna|912|neil/i)
      expect(event.custom_data).toMatchObject({ value: 1, contents: [{ id: 'a' }] })
    })
  })
}

const KEYS = ['content_name', 'url', 'email', 'image', 'name', 'author', 'full_name', 'slug']

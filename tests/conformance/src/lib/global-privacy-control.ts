import { describe, expect, it } from 'vitest'

import { type Context, EVENT, uniqueId } from './context.ts'

export function describeGlobalPrivacyControl({ post, received, startHost }: Context): void {
  describe('decision 14: Global Privacy Control', () => {
    it.each([
      ['honor', '1', 0],
      ['honor', '0', 1],
      [undefined, '1', 1],
    ])(
      'with META_GLOBAL_PRIVACY_CONTROL=%s, forwards an event with Sec-GPC: %s %i times',
      async (setting, header, times) => {
        const host = await startHost(setting ? { META_GLOBAL_PRIVACY_CONTROL: setting } : {})
        const event_id = uniqueId('accept')
        const options = { host, headers: { 'Sec-GPC': header } }
        const { status, body } = await post({ ...EVENT, event_id }, options)
        expect([status, body.ok]).toEqual([200, true])
        expect(received(event_id)).toHaveLength(times)
      },
    )
  })
}

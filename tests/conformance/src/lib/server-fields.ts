import { describe, expect, it } from 'vitest'

import type { Context } from './context.ts'

export function describeServerFields({ forward }: Context): void {
  describe('section 2.2: fields added by the server', () => {
    it('sets action_source to "website" and event_time to the current time in seconds', async () => {
      const before = Math.floor(Date.now() / 1000)
      const { event } = await forward({})
      expect(event.action_source).toBe('website')
      expect(event.event_time).toBeGreaterThanOrEqual(before)
      expect(event.event_time).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
    })

    it.each([
      ['203.0.113.7', '203.0.113.7'],
      [' 203.0.113.7 , 198.51.100.1', '203.0.113.7'],
      ['203.0.113.7:8443, 198.51.100.1', '203.0.113.7'],
      ['[2001:db8::7]:8443', '2001:db8::7'],
      ['2001:db8::7', '2001:db8::7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
    ])('reads the client IP from the first entry of X-Forwarded-For: %s', async (header, ip) => {
      const { event } = await forward({}, { 'X-Forwarded-For': header, 'X-Real-IP': '192.0.2.1' })
      expect(event.user_data.client_ip_address).toBe(ip)
    })

    it('falls back to CF-Connecting-IP, then to X-Real-IP', async () => {
      const cloudflare = { 'CF-Connecting-IP': '192.0.2.2', 'X-Real-IP': '192.0.2.3' }
      const { event } = await forward({}, cloudflare)
      expect(event.user_data.client_ip_address).toBe('192.0.2.2')
      const real = await forward({}, { 'X-Real-IP': '192.0.2.3' })
      expect(real.event.user_data.client_ip_address).toBe('192.0.2.3')
    })

    it.each(['unknown', '', '999.1.1.1', '_hidden', '203.0.113.7.5'])(
      'ignores a header that does not start with an IP: %j',
      async (entry) => {
        const { event } = await forward({}, { 'X-Forwarded-For': entry, 'X-Real-IP': '192.0.2.3' })
        expect(event.user_data.client_ip_address).toBe('192.0.2.3')
      },
    )

    it('uses the User-Agent header and ignores client_user_agent in the body', async () => {
      const user_data = { client_user_agent: 'Forged/1.0' }
      const { event } = await forward({ user_data }, { 'User-Agent': 'Mozilla/5.0 (Visitor)' })
      expect(event.user_data.client_user_agent).toBe('Mozilla/5.0 (Visitor)')
    })
  })
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIP } from 'node:net'

import { parseIp } from './client-ip.ts'

describe('parseIp', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7\t', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['2001:DB8::1', '2001:DB8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['::1', '::1'],
    ['::ffff:0:1', '::ffff:0:1'],
    ['2001:db8::ffff:203.0.113.7', '2001:db8::ffff:203.0.113.7'],
  ])('parses %j as %s', (text, ip) => {
    expect(parseIp(text)).toBe(ip)
  })

  it.each([
    '',
    'unknown',
    '256.1.1.1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.04',
    '1.2.3.4:',
    '1.2.3.4:80:80',
    '1::2::3',
    '2001:db8::1%eth0',
    '[2001:db8::1',
    '[2001:db8::1]:',
    '2001:db8::1]/x',
    '2001:db8:\t:1',
    'for=[2001:db8::1]',
    'user@[2001:db8::1',
    '[203.0.113.7/24]',
    '::ffff:999.1.1.1',
    '0x7f000001',
    '2130706433',
    'school.example:80',
  ])('returns undefined for %j', (text) => {
    expect(parseIp(text)).toBeUndefined()
  })

  it('returns every IP that Node.js accepts and no others', () => {
    const nearIpV4 = fc.stringMatching(/^\d{1,3}(\.\d{1,3}){3}$/)
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), nearIpV4, fc.ipV6(), fc.string()), (text) => {
        const ip = parseIp(text)
        if (isIP(text) && !/^::ffff:/i.test(text)) expect(ip).toBe(text)
        if (ip !== undefined) expect(isIP(ip)).not.toBe(0)
      }),
      { numRuns: 5000 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIP } from 'node:net'

import type { Warning } from '../common/warning.ts'
import { findClientIp, parseIp } from './client-ip.ts'

const PUBLIC = [
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.169.1.1',
  '11.0.0.1',
  '2a00::1',
  'fc::1',
  'fe7f::1',
  '::8',
]
const PRIVATE = [
  '10.0.0.1',
  '127.0.0.1',
  '0.0.0.0',
  '169.254.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.127.255.255',
  '::1',
  '::',
  'fc00::1',
  'FD12:3456::1',
  'fe80::1',
  'febf::1',
  '::ffff:10.0.0.1',
  '0:0:0:0:0:0:0:1',
]

describe('findClientIp', () => {
  const warningsOf = (headers: HeadersInit, hostIp?: string) => {
    const warnings: Warning[] = []
    findClientIp(new Headers(headers), hostIp, warnings)
    return warnings
  }

  it.each(['X-Forwarded-For', 'CF-Connecting-IP', 'X-Real-IP', 'clientIp'])(
    'warns about a private IP of %s, and only about that',
    (key) => {
      const find = (ip: string) =>
        key === 'clientIp' ? warningsOf({}, ip) : warningsOf({ [key]: ip })
      for (const ip of PUBLIC) expect([ip, find(ip)]).toEqual([ip, []])
      for (const ip of PRIVATE) expect([ip, find(ip)]).toEqual([ip, [{ key, reason: 'private' }]])
    },
  )

  it('warns about the IP of a request that passed Cloudflare, unless it is the one that Cloudflare sends', () => {
    const headers = { 'CF-Ray': '8f1a-FRA', 'CF-Connecting-IP': '203.0.113.7' }
    const warning = (key: string) => [{ key, reason: 'cloudflare' }]
    expect(warningsOf({ ...headers, 'X-Forwarded-For': '172.64.1.1' })).toEqual(
      warning('X-Forwarded-For'),
    )
    expect(warningsOf({ 'CF-Ray': '8f1a', 'X-Real-IP': '172.64.1.1' })).toEqual(
      warning('X-Real-IP'),
    )
    expect(warningsOf(headers, '172.64.1.1')).toEqual(warning('clientIp'))
    expect(warningsOf({ ...headers, 'X-Forwarded-For': '203.0.113.7, 172.64.1.1' })).toEqual([])
    expect(warningsOf(headers)).toEqual([])
    expect(warningsOf({ ...headers, 'CF-Ray': '', 'X-Forwarded-For': '172.64.1.1' })).toEqual([])
    expect(warningsOf({ 'CF-Ray': '8f1a' })).toEqual([])
  })
})

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

import { describe, expect, it } from 'vitest'

import { parseUpstream } from './parse-upstream.ts'

const TOKEN = 'EAA"Unit\\0123456789'

describe('parseUpstream', () => {
  it('gives the platform’s JSON object as it is', () => {
    const upstream = { events_received: 1, messages: [], deep: { a: null } }
    expect(parseUpstream(JSON.stringify(upstream), TOKEN)).toEqual(upstream)
  })

  it.each(['', '<h1>Maintenance</h1>', '{"a":', '[{}]', 'null', 'true', '7', '"accepted"'])(
    'gives any other body as raw text: %j',
    (text) => {
      expect(parseUpstream(text, TOKEN)).toEqual({ raw: text })
    },
  )

  it('cuts raw text at 2,000 characters, after the token is out of it', () => {
    const text = 'x'.repeat(1995) + TOKEN
    expect(parseUpstream(text, TOKEN)).toEqual({ raw: `${'x'.repeat(1995)}[reda` })
  })

  it('takes the token out of keys and values', () => {
    const text = JSON.stringify({ [TOKEN]: [`is ${TOKEN}`] })
    expect(parseUpstream(text, TOKEN)).toEqual({ '[redacted]': ['is [redacted]'] })
  })

  it.each([
    ['as JSON.stringify writes it', JSON.stringify(TOKEN).slice(1, -1)],
    ['with a \\u escape', `\\u0045AA\\"Unit\\\\0123456789`],
    ['with nothing but \\u escapes', TOKEN.replace(/./g, escaped)],
    [
      'with \\u escapes in capitals',
      TOKEN.replace(/./g, (unit) => escaped(unit).toUpperCase().replace('U', 'u')),
    ],
  ])('takes the escaped token out of what is no JSON object: %s', (_, token) => {
    expect(parseUpstream(`["${token}", "${token}"]`, TOKEN)).toEqual({
      raw: '["[redacted]", "[redacted]"]',
    })
  })

  it('takes what nests too deeply for text', () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(parseUpstream(nested(63), 'EAAtoken')).toEqual(JSON.parse(nested(63)))
    expect(parseUpstream(nested(64), 'EAAtoken')).toEqual({ raw: nested(64) })
    expect(parseUpstream(nested(30_000), 'EAAtoken').raw).toHaveLength(2000)
  })
})

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

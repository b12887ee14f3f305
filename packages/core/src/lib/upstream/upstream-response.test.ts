import { describe, expect, it } from 'vitest'

import { parseRetryAfter, parseUpstreamBody } from './upstream-response.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const TOKEN = 'EAA"Unit\\0123456789'

/** Returns a token that no other test uses, because the pattern of the last token is kept. */
let tokens = 0
function createToken(): string {
  return `${TOKEN}${tokens++}`
}

describe('parseUpstreamBody', () => {
  it.each(['', '<h1>Maintenance</h1>', '{"a":', '[{}]', 'null', 'true', '7', '"accepted"'])(
    'returns any other body as a raw string: %j',
    (text) => {
      expect(parseUpstreamBody(text, TOKEN)).toEqual({ raw: text })
    },
  )

  it('truncates a raw string to 2,000 characters after redacting the token', () => {
    const text = 'x'.repeat(1995) + TOKEN
    expect(parseUpstreamBody(text, TOKEN)).toEqual({ raw: `${'x'.repeat(1995)}[reda` })
  })

  it('redacts the token in keys and values', () => {
    const text = JSON.stringify({ [TOKEN]: [`is ${TOKEN}`] })
    expect(parseUpstreamBody(text, TOKEN)).toEqual({ '[redacted]': ['is [redacted]'] })
  })

  it.each<[string, (token: string) => string]>([
    ['escaped by JSON.stringify', escapeJson],
    ['with a \\u escape', (token) => escapeJson(token).replace('E', '\\u0045')],
    ['with only \\u escapes', (token) => token.replace(/./g, escaped)],
    [
      'with uppercase \\u escapes',
      (token) => token.replace(/./g, (unit) => escaped(unit).toUpperCase().replace('U', 'u')),
    ],
  ])('redacts the token in a raw string: %s', (_, escape) => {
    const token = createToken()
    expect(parseUpstreamBody(`["${escape(token)}", "${escape(token)}"]`, token)).toEqual({
      raw: '["[redacted]", "[redacted]"]',
    })
  })

  it.each([
    ['encoded as a URL', encodeURIComponent],
    ['encoded as a URL in lowercase', (text: string) => encodeURIComponent(text).toLowerCase()],
    ['encoded as a URL twice', (text: string) => encodeURIComponent(encodeURIComponent(text))],
    ['escaped as JSON twice', (text: string) => escapeJson(escapeJson(text))],
    ['escaped as JSON three times', (text: string) => escapeJson(escapeJson(escapeJson(text)))],
    ['with \\u escapes in JSON', (text: string) => escapeJson(text.replace(/./g, escaped))],
    ['encoded as a URL in JSON', (text: string) => escapeJson(encodeURIComponent(text))],
  ])('redacts the token in a raw string and in JSON: %s', (_, escape) => {
    const token = createToken()
    const message = `x${escape(token)}`
    expect(parseUpstreamBody(message, token)).toEqual({ raw: 'x[redacted]' })
    expect(parseUpstreamBody(JSON.stringify({ message }), token)).toEqual({
      message: 'x[redacted]',
    })
  })

  it('keeps strings that contain only a part of the token', () => {
    const upstream = { a: 'EAA%22Unit%5C012345678', b: '\\n\\"' }
    expect(parseUpstreamBody(JSON.stringify(upstream), TOKEN)).toEqual(upstream)
  })

  it('returns JSON deeper than 64 levels as a raw string', () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(parseUpstreamBody(nested(63), 'EAAtoken')).toEqual(JSON.parse(nested(63)))
    expect(parseUpstreamBody(nested(64), 'EAAtoken')).toEqual({ raw: nested(64) })
    expect(parseUpstreamBody(nested(30_000), 'EAAtoken').raw).toHaveLength(2000)
  })
})

describe('parseRetryAfter', () => {
  it.each([
    ['2', 2000],
    [' 120 ', 120_000],
    ['Fri, 20 Nov 2026 12:00:03 GMT', 3000],
  ])('parses %j as %i ms', (value, ms) => {
    expect(parseRetryAfter(value, () => NOW)).toBe(ms)
  })

  it.each([null, '', '0', '-1', '1.5', '1e3', 'soon', 'Fri, 20 Nov 2026 11:59:00 GMT'])(
    'returns 0 for %j',
    (value) => {
      expect(parseRetryAfter(value, () => NOW)).toBe(0)
    },
  )
})

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

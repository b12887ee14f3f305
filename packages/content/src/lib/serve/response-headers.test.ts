import { describe, expect, it } from 'vitest'

import { responseHeaders } from './response-headers.ts'

const file = { path: '/llms.txt', contentType: 'text/plain; charset=utf-8' }

describe('responseHeaders()', () => {
  it('writes every header name in one spelling, without duplicates', () => {
    const headers = { 'content-type': 'text/html', 'x-CONTENT-type-Options': 'sniff', link: '</>' }
    expect(responseHeaders({ ...file, headers })).toEqual({
      'Content-Type': 'text/html',
      'X-Content-Type-Options': 'sniff',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=300',
      Link: '</>',
    })
  })

  it.each([
    ['X-Note', 'a\nb'],
    ['X-Note', 'a\rb'],
    ['X-Note', 'школа'],
    ['X-Note', ''],
    ['X-Note', ' a'],
    ['X note', 'a'],
    ['', 'a'],
  ])('rejects the header %j: %j', (name, value) => {
    expect(() => responseHeaders({ ...file, headers: { [name]: value } })).toThrow(
      `The header "${name}" of /llms.txt is invalid. Write its name`,
    )
  })

  it('keeps the Link header of the homepage itself', () => {
    const home = { path: '/', contentType: 'text/html', headers: { link: '</own>; rel="next"' } }
    expect(responseHeaders(home, [file])['Link']).toBe('</own>; rel="next"')
  })
})

import { describe, expect, it } from 'vitest'

import { headersOf } from './headers-of.ts'

const file = { path: '/llms.txt', contentType: 'text/plain; charset=utf-8' }

describe('headersOf()', () => {
  it('gives every file its type, and lets any site read and cache it for five minutes', () => {
    expect(headersOf(file)).toEqual({
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=300',
    })
  })

  it('writes each name in one way, so that none is there twice', () => {
    const headers = { 'content-type': 'text/html', 'x-CONTENT-type-Options': 'sniff', link: '</>' }
    expect(headersOf({ ...file, headers })).toEqual({
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
  ])('refuses the header %j: %j', (name, value) => {
    expect(() => headersOf({ ...file, headers: { [name]: value } })).toThrow(
      `The header "${name}" of /llms.txt cannot be sent: write`,
    )
  })

  it('lets the homepage have links of its own', () => {
    const home = { path: '/', contentType: 'text/html', headers: { link: '</own>; rel="next"' } }
    expect(headersOf(home, [file])['Link']).toBe('</own>; rel="next"')
  })
})

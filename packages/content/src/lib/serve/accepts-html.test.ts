import { describe, expect, it } from 'vitest'

import { acceptsHtml } from './accepts-html.ts'

describe('acceptsHtml()', () => {
  it.each([
    null,
    '',
    'text/html',
    'text/*',
    '*/*',
    'application/json, */*;q=0.1',
    'text/html;q=0.1, */*;q=0',
    'what is this',
  ])('is true of %j', (accept) => {
    expect(acceptsHtml(accept)).toBe(true)
  })

  it.each([
    'application/json',
    'text/markdown',
    'text/html;q=0',
    'text/html;q=0, */*',
    'text/*;q=0, */*',
  ])('is false of %j', (accept) => {
    expect(acceptsHtml(accept)).toBe(false)
  })
})

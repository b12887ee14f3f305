import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { prefersMarkdown } from './prefers-markdown.ts'

describe('prefersMarkdown()', () => {
  it.each([
    'text/markdown',
    'text/markdown, text/html, */*',
    'text/html;q=0.7, text/markdown',
    'text/html;q=0.5, text/markdown;q=0.5',
    'text/markdown;q=0.1, */*',
    'text/markdown;q=0.1, application/json',
    'text/html;q=0, text/markdown;q=0.001',
    'TEXT/MARKDOWN; charset=utf-8',
  ])('is true of %j', (accept) => {
    expect(prefersMarkdown(accept)).toBe(true)
  })

  it.each([
    null,
    '',
    '*/*',
    'text/*',
    'text/html',
    'text/html, text/markdown;q=0.9',
    'text/markdown;q=0',
    'text/markdown;q=0.0, */*',
    'text/x-markdown',
    'text/markdown;q=high',
    'text/markdown, text',
  ])('is false of %j', (accept) => {
    expect(prefersMarkdown(accept)).toBe(false)
  })

  it('compares the weights of both, wherever they stand', () => {
    const weight = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000)
    const others = fc.array(fc.constantFrom('*/*', 'text/*;q=0.9', 'image/png', '*/*;q=0'))
    fc.assert(
      fc.property(weight, weight, others, fc.boolean(), (html, markdown, others, isFirst) => {
        const both = [`text/html;q=${html}`, `text/markdown;q=${markdown}`]
        const [first, second] = isFirst ? both : both.toReversed()
        const accept = [first, ...others, second].join(', ')
        expect(prefersMarkdown(accept)).toBe(markdown > 0 && markdown >= html)
      }),
    )
  })
})

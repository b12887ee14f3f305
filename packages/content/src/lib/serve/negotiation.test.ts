import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  acceptsHtml,
  findMarkdown,
  parseAccept,
  prefersMarkdown,
  varyByAccept,
} from './negotiation.ts'

describe('parseAccept()', () => {
  it.each([
    ['text/html', { 'text/html': 1 }],
    ['text/html;q=0.5', { 'text/html': 0.5 }],
    ['text/html ; q=0.125 , TEXT/Markdown;Q=0', { 'text/html': 0.125, 'text/markdown': 0 }],
    ['text/markdown;variant=GFM;q=0.7', { 'text/markdown': 0.7 }],
    ['text/markdown;q=1.000;ext="a, b;q=0"', { 'text/markdown': 1 }],
    ['text/markdown;title="\\"q\\";q=0"', { 'text/markdown': 1 }],
    ['text/html;q=0.2, text/html;q=0.9, text/html;q=0.4', { 'text/html': 0.9 }],
    [', ,text/html,', { 'text/html': 1 }],
    ['text/html;', { 'text/html': 1 }],
    ['*/*;q=0.1', { '*/*': 0.1 }],
    ['', {}],
    [null, {}],
  ])('parses %j', (accept, weights) => {
    expect(Object.fromEntries(parseAccept(accept)!)).toEqual(weights)
  })

  it.each([
    'text',
    '*',
    'text/html text/markdown',
    'text/html;q=2',
    'text/html;q=1.5',
    'text/html;q=.5',
    'text/html;q=0.1234',
    'text/html;q=-1',
    'text/html;q=',
    'text/html;q="0.5"',
    'text/html;q = 0.5',
    'text/html;a="b',
    'text/html, text/markdown, /',
  ])('returns undefined for %j', (accept) => {
    expect(parseAccept(accept)).toBeUndefined()
  })

  it('parses every header of the grammar', () => {
    const token = fc.stringMatching(/^[a-z0-9!#$%&'*+.^_`|~-]{1,8}$/)
    const space = fc.constantFrom('', ' ', '\t ')
    const quoted = fc
      .array(fc.constantFrom('a', ',', ';', '=', ' ', 'q=0', String.raw`\"`, String.raw`\\`))
      .map((parts) => `"${parts.join('')}"`)
    const parameter = fc
      .tuple(
        space,
        space,
        token.filter((name) => name !== 'q'),
        fc.oneof(token, quoted),
      )
      .map(([before, after, name, value]) => `${before};${after}${name}=${value}`)
    const element = fc
      .record({
        range: fc.tuple(token, token).map((parts) => parts.join('/')),
        parameters: fc.array(parameter, { maxLength: 3 }),
        weight: fc.option(fc.integer({ min: 0, max: 1000 })),
        space,
      })
      .map(({ range, parameters, weight, space }) => ({
        range,
        weight: weight === null ? 1 : weight / 1000,
        text: `${space}${range}${parameters.join('')}${weight === null ? '' : `;q=${weight / 1000}`}${space}`,
      }))
    const elements = fc.uniqueArray(element, { selector: ({ range }) => range })

    fc.assert(
      fc.property(elements, (elements) => {
        const weights = parseAccept(elements.map(({ text }) => text).join(','))
        expect([...weights!]).toEqual(elements.map(({ range, weight }) => [range, weight]))
      }),
    )
  })

  it('returns weights from 0 to 1, or undefined, for any string', () => {
    const pieces = fc.constantFrom(
      'text/html',
      '*/*',
      ';',
      'q=',
      '0.5',
      '1',
      ',',
      ' ',
      '"',
      '\\',
      '=',
    )
    const anything = fc.oneof(
      fc.string(),
      fc.array(pieces).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(anything, (accept) => {
        for (const weight of parseAccept(accept)?.values() ?? []) {
          expect(weight).toBeGreaterThanOrEqual(0)
          expect(weight).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

describe('acceptsHtml()', () => {
  it.each([
    null,
    '',
    'text/html',
    'text/*',
    '*/*',
    'application/json, */*;q=0.1',
    'text/html;q=0.1, */*;q=0',
    'not a header',
  ])('returns true for %j', (accept) => {
    expect(acceptsHtml(accept)).toBe(true)
  })

  it.each([
    'application/json',
    'text/markdown',
    'text/html;q=0',
    'text/html;q=0, */*',
    'text/*;q=0, */*',
  ])('returns false for %j', (accept) => {
    expect(acceptsHtml(accept)).toBe(false)
  })
})

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
  ])('returns true for %j', (accept) => {
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
  ])('returns false for %j', (accept) => {
    expect(prefersMarkdown(accept)).toBe(false)
  })

  it('compares the weights of both types, in any order', () => {
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

describe('findMarkdown()', () => {
  it.each([
    ['/', '/index.md'],
    ['/for-llm/', '/for-llm/index.md'],
    ['/page.html', '/page.html.md'],
  ])('finds the Markdown version of %s at %s', (path, markdown) => {
    expect(find(path, markdown)?.path).toBe(markdown)
  })

  it.each([
    ['/page.html', '/page.md'],
    ['/for-llm/', '/for-llm.md'],
    ['/for-llm/', '/for-llm/index.html.md'],
  ])('does not match %s with %s', (path, other) => {
    expect(find(path, other)).toBeUndefined()
  })

  it('requires the matching content types', () => {
    expect(find('/page.html', '/page.html.md', 'text/plain')).toBeUndefined()
    expect(find('/page.html', '/page.html.md', 'text/markdown', 'text/plain')).toBeUndefined()
  })
})

function find(path: string, markdown: string, markdownType = 'text/markdown', type = 'text/html') {
  return findMarkdown(
    { path, contentType: type },
    new Map([[markdown, { path: markdown, contentType: markdownType }]]),
  )
}

describe('varyByAccept()', () => {
  it.each([
    [undefined, 'Accept'],
    ['Origin', 'Origin, Accept'],
    ['accept', 'accept'],
    ['Origin,ACCEPT', 'Origin,ACCEPT'],
    ['*', '*'],
  ])('changes %j to %j', (own, vary) => {
    expect(varyByAccept(own === undefined ? {} : { Vary: own })).toEqual({ Vary: vary })
  })
})

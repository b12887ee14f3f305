import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseAccept } from './parse-accept.ts'

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
  ])('reads %j', (accept, weights) => {
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
  ])('cannot read %j', (accept) => {
    expect(parseAccept(accept)).toBeUndefined()
  })

  it('reads back what the grammar writes', () => {
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

  it('gives weights from 0 to 1, or nothing, for any text', () => {
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

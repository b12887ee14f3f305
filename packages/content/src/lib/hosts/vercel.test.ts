import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { prefersMarkdown } from '../serve/negotiation.ts'
import { routeOnVercel } from './host-files.fixture.ts'
import { groupRules } from './host-rules.ts'
import { negotiationRoutes } from './vercel.ts'

const routes = negotiationRoutes(
  groupRules([
    { path: '/for-llm/', headers: {}, markdown: '/for-llm/index.md' },
    { path: '/llms.txt', headers: {} },
  ]),
)

const weight = fc.option(
  fc.integer({ min: 0, max: 1000 }).map((thousandths) => String(thousandths / 1000)),
)
const separator = fc.constantFrom(',', ', ', ' , ')

function element(range: string) {
  return fc
    .record({
      parameter: fc.constantFrom('', ';charset=utf-8', '; variant=GFM'),
      space: fc.constantFrom('', ' '),
      weight,
    })
    .map(({ parameter, space, weight }) => ({
      text: `${range}${parameter}${weight === null ? '' : `;${space}q=${weight}`}`,
      weight: Number(weight ?? 1),
    }))
}

const others = fc.array(fc.constantFrom('*/*', 'text/*;q=0.5', 'text/x-markdown', 'image/png;q=0'))

describe('negotiationRoutes()', () => {
  it('responds with Markdown if serveResources does and only Markdown is named', () => {
    fc.assert(
      fc.property(element('text/markdown'), others, separator, (markdown, others, separator) => {
        const accept = [...others, markdown.text, ...others].join(separator)
        expect(getsMarkdown(accept)).toBe(prefersMarkdown(accept))
      }),
    )
  })

  it('responds with HTML to clients that do not name Markdown', () => {
    fc.assert(
      fc.property(fc.option(element('text/html')), others, separator, (html, others, separator) => {
        const accept = [...(html ? [html.text] : []), ...others].join(separator)
        expect(getsMarkdown(accept)).toBe(false)
      }),
    )
  })

  it('responds with HTML if both are named and Markdown weighs less than 1, otherwise like serveResources', () => {
    const both = fc.tuple(element('text/markdown'), element('text/html'))
    fc.assert(
      fc.property(
        both,
        others,
        separator,
        fc.boolean(),
        ([markdown, html], others, separator, isFirst) => {
          const texts = isFirst ? [markdown.text, html.text] : [html.text, markdown.text]
          const accept = [texts[0], ...others, texts[1]].join(separator)
          const expected = markdown.weight === 1 && prefersMarkdown(accept)
          expect(getsMarkdown(accept)).toBe(expected)
        },
      ),
    )
  })

  it.each(['/for-llm', '/for-llm/x', '/llms.txt'])('does not match %s', (path) => {
    expect(routeOnVercel(routes, path, 'text/markdown').path).toBe(path)
  })
})

function getsMarkdown(accept: string): boolean {
  return routeOnVercel(routes, '/for-llm/', accept).path === '/for-llm/index.md'
}

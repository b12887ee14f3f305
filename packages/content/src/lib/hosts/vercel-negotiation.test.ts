import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { prefersMarkdown } from '../serve/prefers-markdown.ts'
import { routeOnVercel } from './route-on-vercel.fixture.ts'
import { vercelNegotiation } from './vercel-negotiation.ts'

const routes = vercelNegotiation([
  { path: '/for-llm/', headers: {}, markdown: '/for-llm/index.md' },
  { path: '/llms.txt', headers: {} },
])

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

describe('vercelNegotiation()', () => {
  it('answers Markdown to whom serveResources would, when only that is named', () => {
    fc.assert(
      fc.property(element('text/markdown'), others, separator, (markdown, others, separator) => {
        const accept = [...others, markdown.text, ...others].join(separator)
        expect(answersMarkdown(accept)).toBe(prefersMarkdown(accept))
      }),
    )
  })

  it('answers HTML to whoever does not name Markdown', () => {
    fc.assert(
      fc.property(fc.option(element('text/html')), others, separator, (html, others, separator) => {
        const accept = [...(html ? [html.text] : []), ...others].join(separator)
        expect(answersMarkdown(accept)).toBe(false)
      }),
    )
  })

  it('takes a weight of Markdown below 1 for HTML when both are named, else does as serveResources', () => {
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
          expect(answersMarkdown(accept)).toBe(expected)
        },
      ),
    )
  })

  it('says which file it answered, and that it chose', () => {
    expect(routeOnVercel(routes, '/for-llm/', 'text/markdown').headers).toEqual({
      'Content-Location': '/for-llm/index.md',
      Vary: 'Accept',
    })
  })

  it.each(['/for-llm', '/for-llm/x', '/llms.txt'])('leaves %s alone', (path) => {
    expect(routeOnVercel(routes, path, 'text/markdown').path).toBe(path)
  })
})

function answersMarkdown(accept: string): boolean {
  return routeOnVercel(routes, '/for-llm/', accept).path === '/for-llm/index.md'
}

import { describe, expect, it } from 'vitest'

import { renderResources } from '../render-resources.ts'
import { smallSchool } from '../school.fixture.ts'
import { listFindings } from './find-findings.fixture.ts'

const school = smallSchool()
const resources = renderResources(school)

describe('checkLinks() of a page', () => {
  it.each<[where: string, html: string]>([
    ['href of <a>', '<a href="/missing">a</a>'],
    ['href of <area>', '<map name="a"><area href="/missing" alt="a"></map>'],
    ['href of <link>', '<link rel="stylesheet" href="/missing">'],
    ['action', '<form action="/missing"></form>'],
    ['formaction of <button>', '<button formaction="/missing">a</button>'],
    ['src of <script>', '<script src="/missing"></script>'],
    ['src of <iframe>', '<iframe src="/missing"></iframe>'],
    ['src of <source>', '<video><source src="/missing"></video>'],
    ['poster', '<video poster="/missing"></video>'],
    ['SVG link', '<svg><a href="/missing"><text>a</text></a></svg>'],
  ])('reports an unknown URL in %s', (_, html) => {
    expect(problemsOf(html)).toEqual([expect.stringMatching(/^1: \/missing does not exist/)])
  })

  describe('with a base', () => {
    it('resolves relative URLs against it', () => {
      const base = '<base href="/programs/"><base href="/other/">'
      expect(problemsOf(`${base}<a href="physics.html">a</a>`)).toEqual([])
      expect(problemsOf(`${base}<a href="terms.html">a</a>`)).toEqual([
        expect.stringMatching(/^1: terms\.html does not exist/),
      ])
      expect(problemsOf('<base href="https://cdn.example/"><img alt="" src="a.png">')).toEqual([])
    })

    it('reports a fragment that leads to the base instead of the page', () => {
      const html = '<base href="/for-llm/"><h2 id="here">a</h2><a href="#here">a</a>'
      expect(problemsOf(html)).toEqual([
        expect.stringMatching(/^1: #here leads to an element that the page does not have/),
      ])
    })
  })

  it.each([
    ['http://127.0.0.1:3000/', 'is a loopback URL'],
    ['http://polaris.example/a', 'is not encrypted'],
    ['https://', 'is not a valid URL'],
  ])('reports %s, which %s', (href, problem) => {
    expect(problemsOf(`<a href="${href}">a</a>`)).toEqual([
      expect.stringContaining(`1: ${href} ${problem}`),
    ])
  })

  describe('with fragments', () => {
    it.each([
      '<a href="#missing">a</a>',
      '<a href="/for-llm/#missing">a</a>',
      '<a href="https://polaris.example/for-llm/?a=b#missing">a</a>',
      '<svg><use href="#missing"/></svg>',
    ])('reports an unknown id: %s', (html) => {
      expect(problemsOf(html)).toEqual([
        expect.stringMatching(
          /#missing leads to an element that the page does not have\. Add id="missing" to one, or correct the link\.$/,
        ),
      ])
    })

    it.each([
      '<a href="#">a</a>',
      '<a href="#Top">a</a>',
      '<a href="#/courses">a</a>',
      '<a href="#!courses">a</a>',
      '<a href="#:~:text=a">a</a>',
      '<a href="#known:~:text=a">a</a><p id="known">a</p>',
      '<a href="#old">a</a><a name="old">a</a>',
      '<a href="#caf%C3%A9">a</a><p id="café">a</p>',
      '<a href="#100%">a</a><p id="100%">a</p>',
      '<a href="/for-llm/#about">a</a>',
      '<a href="index.html">a</a>',
      '<a href="/index.html?utm_source=a">a</a>',
      '<a href="/for-llm/index.html#about">a</a>',
      '<a href="/terms.html#in-a-page-that-is-not-checked">a</a>',
      '<a href="/openapi.json#/paths">a</a>',
      '<a href="https://other.example/#a">a</a>',
    ])('accepts %s', (html) => {
      expect(problemsOf(html)).toEqual([])
    })
  })
})

/** Returns the problems of a page with some HTML in its body, as `line: message`. */
function problemsOf(html: string): string[] {
  const body = `<!doctype html><html lang="en"><head><title>a</title><meta name="description" content="b"></head><body><h1>a</h1><p>b</p>${html}</body></html>`
  const file = { path: '/a.html', contentType: 'text/html; charset=utf-8', body }
  return listFindings([...resources, file], school).map((each) => each.replace('/a.html:', ''))
}

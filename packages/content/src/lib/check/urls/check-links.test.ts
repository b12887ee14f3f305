import { describe, expect, it } from 'vitest'

import { renderResources } from '../../render-resources.ts'
import { smallSchool } from '../../school.fixture.ts'
import { listFindings } from '../find-findings.fixture.ts'

const school = smallSchool()
const resources = renderResources(school)

describe('checkLinks() of a page', () => {
  it.each<[where: string, html: string]>([
    ['href of <a>', '<a href="/missing">a</a>'],
    ['href of <area>', '<map name="a"><area href="/missing" alt="a"></map>'],
    ['href of <link>', '<link rel="stylesheet" href="/missing">'],
    ['ping', '<a href="/" ping="/functions/v1/conversion-capi /missing">a</a>'],
    ['action', '<form action="/missing"></form>'],
    ['formaction of <button>', '<button formaction="/missing">a</button>'],
    ['formaction of <input>', '<input type="submit" formaction="/missing">'],
    ['src of <script>', '<script src="/missing"></script>'],
    ['src of <iframe>', '<iframe src="/missing"></iframe>'],
    ['src of <embed>', '<embed src="/missing">'],
    ['src of <source>', '<video><source src="/missing"></video>'],
    ['src of <track>', '<video><track src="/missing"></video>'],
    ['src of <input>', '<input type="image" alt="a" src="/missing">'],
    ['poster', '<video poster="/missing"></video>'],
    ['data of <object>', '<object data="/missing"></object>'],
    ['cite', '<blockquote cite="/missing">a</blockquote>'],
    ['background', '<table background="/missing"></table>'],
    ['longdesc', '<img alt="" src="/polaris.js" longdesc="/missing">'],
    ['srcset of <img>', '<img alt="" srcset="/polaris.js, /missing 2x">'],
    ['srcset after a descriptor', '<img alt="" srcset="/polaris.js 1x,/missing 2x">'],
    ['srcset of <source>', '<picture><source srcset="data:,a,b 100w, /missing 200w"></picture>'],
    ['imagesrcset', '<link rel="preload" as="image" imagesrcset="/missing 1x">'],
    ['refresh', '<meta http-equiv="refresh" content="5; url=/missing">'],
    ['refresh in quotes', `<meta http-equiv="Refresh" content=" 0;URL = '/missing' x">`],
    ['refresh without url=', '<meta http-equiv="refresh" content="0,/missing">'],
    ['style with url()', '<p style="background: url(/missing)">a</p>'],
    ['style with quotes', `<p style="background: URL( '/missing' )">a</p>`],
    ['<style>', '<style>/* url(/a) */ p { background: url("/missing") }</style>'],
    ['@import', "<style>@import '/missing' screen;</style>"],
    ['SVG link', '<svg><a href="/missing"><text>a</text></a></svg>'],
    ['SVG xlink:href', '<svg><image xlink:href="/missing"/></svg>'],
    ['SVG fill', '<svg><path fill="url(/missing)"/></svg>'],
  ])('reports an unknown URL in %s', (_, html) => {
    expect(problemsOf(html)).toEqual([expect.stringMatching(/^1: \/missing does not exist/)])
  })

  it.each<[where: string, html: string]>([
    ['data attributes', '<div data-endpoint="https://polaris.example/missing"></div>'],
    ['itemid', '<div itemscope itemid="https://polaris.example/missing"></div>'],
    ['meta elements', '<meta itemprop="image" content="https://polaris.example/missing">'],
    ['og:video', '<meta property="og:video:url" content="https://polaris.example/missing">'],
  ])('reports an unknown absolute URL in %s', (_, html) => {
    expect(problemsOf(html)).toEqual([
      expect.stringMatching(/^1: https:\/\/polaris\.example\/missing does not exist/),
    ])
  })

  it('ignores relative values of attributes that may hold anything', () => {
    expect(problemsOf('<div data-src="/a" data-name="a.b" title="https://a b"></div>')).toEqual([])
    expect(problemsOf('<svg><path fill="red" data="/a"/></svg>')).toEqual([])
  })

  it('reports a relative URL in metadata', () => {
    expect(problemsOf('<meta property="og:image" content="/polaris.js">')).toEqual([
      '1: /polaris.js is a relative URL. Start it with "https://polaris.example".',
    ])
  })

  it('reports a link with a trailing parenthesis that text may have', () => {
    const url = 'https://polaris.example/terms.html)'
    expect(problemsOf(`<p>(See ${url}</p><a href="${url}">a</a>`)).toEqual([
      expect.stringMatching(/^1: https:\/\/polaris\.example\/terms\.html\) does not exist/),
    ])
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

    it('reports one that only works on the same computer, or is not encrypted', () => {
      expect(problemsOf('<base href="http://localhost:3000/">')).toEqual([
        expect.stringMatching(/^1: http:\/\/localhost:3000\/ is a loopback URL/),
      ])
      expect(problemsOf('<base href="http://polaris.example/a/">')).toEqual([
        expect.stringMatching(/^1: http:\/\/polaris\.example\/a\/ is not encrypted/),
      ])
    })

    it('reports a fragment that leads to the base instead of the page', () => {
      const html = '<base href="/for-llm/"><h2 id="here">a</h2><a href="#here">a</a>'
      expect(problemsOf(html)).toEqual([
        expect.stringMatching(/^1: #here leads to an element that the page does not have/),
      ])
      const svg = '<svg><linearGradient id="b"/><path fill="url(#b)"/></svg>'
      expect(problemsOf(`<base href="/for-llm/">${svg}`)).toEqual([])
    })
  })

  describe('with fragments', () => {
    it.each([
      '<a href="#missing">a</a>',
      '<a href="/for-llm/#missing">a</a>',
      '<a href="https://polaris.example/for-llm/?a=b#missing">a</a>',
      '<p>See https://polaris.example/for-llm/#missing.</p>',
      '<svg><use href="#missing"/></svg>',
      '<svg><path mask="url(#missing)"/></svg>',
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
      '<p>(https://polaris.example/for-llm/#about).</p>',
      '<a href="/terms.html#in-a-page-that-is-not-checked">a</a>',
      '<a href="/openapi.json#/paths">a</a>',
      '<a href="https://other.example/#a">a</a>',
      '<script type="application/ld+json">{"@id":"https://polaris.example/for-llm/#school"}</script>',
    ])('accepts %s', (html) => {
      expect(problemsOf(html)).toEqual([])
    })

    it('reports an unknown id in a link of a Markdown file', () => {
      const body = '# a\n\n[a](https://polaris.example/for-llm/#missing)\n'
      const file = { path: '/a.md', contentType: 'text/markdown; charset=utf-8', body }
      expect(listFindings([...resources, file], school)).toEqual([
        '/a.md:3: https://polaris.example/for-llm/#missing leads to an element that the page does not have. Add id="missing" to one, or correct the link.',
      ])
    })
  })
})

describe('checkLinks() of a style sheet', () => {
  it('reports URLs that do not exist, relative to the style sheet', () => {
    const body =
      '@import "base.css";\np { background: url(../polaris.js) }\na { mask: url(#id); src: url(a\\ b.woff) }\n'
    const file = { path: '/css/main.css', contentType: 'text/css; charset=utf-8', body }
    expect(listFindings([...resources, file], school)).toEqual([
      expect.stringMatching(/^\/css\/main\.css:1: base\.css does not exist/),
      expect.stringMatching(/^\/css\/main\.css: a b\.woff does not exist/),
    ])
  })
})

/** Returns the problems of a page with some HTML in its body, as `line: message`. */
function problemsOf(html: string): string[] {
  const body = `<!doctype html><html lang="en"><head><title>a</title><meta name="description" content="b"></head><body><h1>a</h1><p>b</p>${html}</body></html>`
  const file = { path: '/a.html', contentType: 'text/html; charset=utf-8', body }
  return listFindings([...resources, file], school).map((each) => each.replace('/a.html:', ''))
}

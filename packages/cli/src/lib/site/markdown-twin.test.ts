import type { School } from '@conversion-capi/content'
import { describe, expect, it } from 'vitest'

import { SCHOOL } from '../project/write-project.fixture.ts'
import { listTwins, type MarkdownTwin, markdownTwin as toTwin } from './markdown-twin.ts'
import { type Page, parsePage } from './page.ts'

function markdownTwin(path: string, html: string, school: School): MarkdownTwin {
  return toTwin({ path, page: page(html, path) }, school, false)
}

function page(html: string, path = '/p.html'): Page {
  return parsePage('p.html', path, html, { markdownOrigin: SCHOOL.url })
}

const school = SCHOOL as School

function toMarkdown(html: string, path = '/a/'): string {
  return markdownTwin(path, html, school).body
}

describe('markdownTwin()', () => {
  it.each([
    ...['meta', 'link', 'area', 'source', 'param', 'track', 'br', 'x-a'].map(
      (tag) => `<main>${`<${tag}>`.repeat(1500)}</main>`,
    ),
    `<main><table><tr><th>a</th></tr>${'<tr><td colspan=1000 rowspan=60000>b</td></tr>'.repeat(60)}</table></main>`,
  ])('takes no quadratic time: case %#', (html) => {
    // Otherwise, it would exceed the time limit of the test by minutes.
    expect(toMarkdown(html).length).toBeLessThan(500_000)
  })

  it.each<[what: string, html: string, markdown: string]>([
    [
      'only the main content',
      '<header>Logo</header><main><h1>Title</h1><p>Text <b>bold</b>.</p></main><footer>©</footer>',
      '# Title\n\nText **bold**.\n',
    ],
    [
      'a page without a main element, without header, navigation and footer',
      '<header>Logo</header><nav>Menu</nav><h1>Title</h1><footer>©</footer>',
      '# Title\n',
    ],
    [
      'only what readers see: no forms, scripts, drawings, comments and hidden elements',
      '<main><h1>Title</h1><form><input value="x"></form><script>f()</script><svg><text>y</text></svg><!-- z --><p hidden>h</p><p aria-hidden="true">a</p></main>',
      '# Title\n',
    ],
    [
      'links and images, with absolute URLs',
      '<main><a href="b.html#c">B</a> <img src="../d.png" alt="D"> <a href="mailto:a@b.example">M</a></main>',
      '[B](https://nord.example/a/b.html#c) ![D](https://nord.example/d.png) [M](mailto:a@b.example)\n',
    ],
    [
      'links behind a malformed base',
      '<p><base href="http://["><a href="/b.html">B</a></p>',
      '[B](https://nord.example/b.html)\n',
    ],
    [
      'links behind a base',
      '<base href="/programs/"><main><a href="physics.html">a</a></main>',
      '[a](https://nord.example/programs/physics.html)\n',
    ],
    [
      'tables and lists',
      '<main><table><tr><th>A<th>B<tr><td>1<td>2</table><ul><li>x<li>y</ul></main>',
      '| A | B |\n| - | - |\n| 1 | 2 |\n\n- x\n- y\n',
    ],
  ])('converts %s', (_, html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown)
  })

  it.each<[what: string, html: string, markdown: string]>([
    [
      'a heading in a cell is a heading, and a menu is left out',
      '<table><tr><td><a href="/a">A</a> | <a href="/b">B</a> | <a href="/c">C</a></td><td><h1>Title</h1>Text <a href="/d">D</a></td></tr></table>',
      '# Title\n\nText [D](https://nord.example/d)\n',
    ],
    [
      'nested tables are lists',
      '<table><tr><td>Prices</td></tr><tr><td><table><tr><td>Group</td><td>200 PLN</td></tr><tr><td>Single</td><td>400 PLN</td></tr></table></td></tr></table>',
      'Prices\n\n- Group – 200 PLN\n- Single – 400 PLN\n',
    ],
    [
      'a nested table with a header stays a table',
      '<table role="presentation"><tr><td><table><tr><th>A</th></tr><tr><td>1</td></tr></table></td></tr></table>',
      '| A |\n| - |\n| 1 |\n',
    ],
    [
      'a table of facts stays a table, with lists in its cells',
      '<table><tr><th>Day</th></tr><tr><td><ul><li>1</li></ul></td></tr></table>',
      '| Day |\n| --- |\n| - 1 |\n',
    ],
    ['a menu without <nav> is left out', '<div role="navigation">Menu</div><h1>T</h1>', '# T\n'],
  ])('reads table layouts: %s', (_, html, markdown) => {
    expect(toMarkdown(`<body>${html}</body>`)).toBe(markdown)
  })

  it('reads the title and the description, and links to the page', () => {
    const html = '<title> T\n1 </title><meta name="description" content="D"><main>x</main>'
    expect(markdownTwin('/p.html', html, school)).toMatchObject({
      path: '/p.html.md',
      page: '/p.html',
      title: 'T 1',
      description: 'D',
      headers: { Link: '<https://nord.example/p.html>; rel="canonical"' },
    })
  })

  it('links to llms.txt in the header and in its first line, if the site has one', () => {
    expect(toTwin({ path: '/p.html', page: page('<h1>A</h1>') }, school, true)).toMatchObject({
      body: '> [llms.txt](https://nord.example/llms.txt)\n\n# A\n',
      headers: {
        Link: '<https://nord.example/p.html>; rel="canonical", <https://nord.example/llms.txt>; rel="describedby"; type="text/plain"',
      },
    })
  })

  it('uses the title as the description, and the path as the title, if they are missing', () => {
    expect(markdownTwin('/p.html', '', school)).toMatchObject({
      title: '/p.html',
      description: '/p.html',
    })
  })
})

describe('listTwins()', () => {
  const file = { path: '/llms.txt', contentType: 'text/plain; charset=utf-8', body: '# Nord\n' }

  it.each([
    [1, '- [T](https://nord.example/0/index.md): T\n'],
    [5000, '- [sitemap.xml](https://nord.example/sitemap.xml)\n'],
  ])('lists the Markdown versions of %i pages within 50,000 characters', (count, last) => {
    const twins = Array.from({ length: count }, (_, index) =>
      markdownTwin(`/${index}/`, '<title>T</title>', school),
    )
    const { body } = listTwins(file, twins, school)
    expect(body).toContain('# Nord\n\n## Markdown\n\n- [T](https://nord.example/0/index.md): T\n')
    expect(body.endsWith(last)).toBe(true)
    expect(body.length).toBeLessThan(50_000)
  })
})

import fc from 'fast-check'
import { fromHtml } from 'hast-util-from-html'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'

import { findElements } from './elements.ts'
import { toPageMarkdown } from './page-markdown.ts'

function toMarkdown(html: string, title = ''): string {
  return toPageMarkdown(findElements(fromHtml(html)), 'https://nord.example/a/', title)
}

/** Returns the text of Markdown as a parser of GitHub's dialect reads it, without HTML. */
function readText(markdown: string): string {
  const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }
  return withoutSpace(toString(fromMarkdown(markdown, options), { includeHtml: false }))
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

describe('toPageMarkdown()', () => {
  it.each<[what: string, html: string, markdown: string]>([
    // Text
    [
      'powers and cents apart from the number',
      '<p>19<sup>99</sup> EUR, 10<sup>6</sup>, H<sub>2</sub>O<sup> </sup></p>',
      '19<sup>99</sup> EUR, 10<sup>6</sup>, H<sub>2</sub>O\n',
    ],
    [
      'boxes side by side as separate words',
      '<b>Maths</b><span>40 zł</span><div><span>02</span>Topics</div>W<b>ord</b> B<i>2</i> <a>a</a><span>, b</span>',
      '**Maths** 40 zł\n\n02 Topics\n\nW**ord** B*2* a, b\n',
    ],
    [
      'the spaces around formatting, but no empty formatting',
      '<p> a <b> b </b>c<i> </i><em>&nbsp;</em>d</p><b><div>e</div></b><p>&nbsp;</p>',
      'a **b** c d\n\ne\n',
    ],
    [
      'line breaks, of which two separate paragraphs',
      '<p><br>a<br>b<br> <br>c<br></p><h2>d<br>e</h2>',
      'a\\\nb\n\nc\n\n## d e\n',
    ],
    [
      'a line break after a URL, of which a backslash would be a part',
      '<p>www.a.example<br>https://b.example/<br>c</p>',
      'www.a.example \\\nhttps://b.example/ \\\nc\n',
    ],
    [
      'text without soft hyphens and icons, and email addresses unescaped',
      '<p>Phy&shy;sics &#xe001; a@b.example</p>',
      'Physics a@b.example\n',
    ],
    [
      'code, ruby, and formulas, as TeX if the page has it',
      '<p><code>a  b</code></p><pre>a\n  <code>b</code></pre><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby> <math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math> <math alttext="y"></math>',
      '`a b`\n\n```\na\n  b\n```\n\n漢(かん) x 2 + 1 2 $y$\n',
    ],
    [
      'formatting next to words without character references',
      '<p><b>Preis:</b>50 EUR <b>Beginn:</b>12.10.<b>*</b>50 <i>(neu)</i>ab <b>a<br></b>b <b>x</b><i>!y</i> <i>a<b>b</b></i>c</p><table><tr><th><b>A:</b>b<tr><td>x<s>€5</s></table>',
      '**Preis**:50 EUR **Beginn**:12.10.\\*50 *(neu*)ab **a**\\\nb **x**!y *ab*c\n\n| **A**:b |\n| - |\n| x€~~5~~ |\n',
    ],
    ['prices that no longer apply', '<p><del>300</del> <s>9</s></p>', '~~300~~ ~~9~~\n'],
    ['quotes', '<blockquote>a<p>b</p></blockquote><hr>', '> a\n>\n> b\n\n***\n'],

    // Headings, lists and links
    [
      'headings by element and by role, and no empty ones',
      '<div role="heading" aria-level="1">A</div><h2><div>B</div> c</h2><h3> </h3><h4><ul><li>d</ul></h4>',
      '# A\n\n## B c\n\n- d\n',
    ],
    [
      'lists, with what is beside their items',
      '<ol start="3"><li>a<p>b</p><ul><li>c</ul><div>d</div><li hidden>e</ol><dl><div><dt>f<dd>g</div></dl>',
      '3. a\n\n   b\n\n   - c\n\n   d\n\n- f\n\n  g\n',
    ],
    [
      'URLs without backslashes and references',
      '<a href="?a=1&b=2&amp;copy;=3">a</a> <a href="/c_(d)_e">c</a> <img alt="f" src="g.png?h=1&i=(2)|`">',
      '[a](https://nord.example/a/?a=1&b=2&copy%3B=3) [c](https://nord.example/c_%28d%29_e) ![f](https://nord.example/a/g.png?h=1&i=%282%29%7C%60)\n',
    ],
    [
      'absolute links, and other links as text, except the link that skips the navigation',
      '<a href="#b">a</a><a href="b.html#c">B</a> <a href=" mailto:a@b.example">M</a> <a href="#x">x</a> <a href="javascript:y()">y</a> <a href="http://[">z</a> <a href="/"></a><a href="/t" title="T"><svg></svg></a>',
      '[B](https://nord.example/a/b.html#c) [M](mailto:a@b.example) x y z [T](https://nord.example/t)\n',
    ],
    [
      'links around blocks as links of their heading',
      '<a href="/b"><img src="c.png" alt=""><h3>B</h3><p>c</p></a><a href="/d"><div>d</div></a>',
      '### [B](https://nord.example/b)\n\nc\n\n[d](https://nord.example/d)\n',
    ],
    [
      'images with a description, and data as their description',
      '<img src="../d.png" alt="D "> <img src="x.png"> <img alt="E" src="data:image/png;base64,AA"><svg aria-label="F"><text>x</text></svg>',
      '![D](https://nord.example/d.png) E F\n',
    ],
    [
      'links behind a base',
      '<base href="/p/"><a href="b">b</a>',
      '[b](https://nord.example/p/b)\n',
    ],

    // Content, navigation, decoration and hidden text
    [
      'the body without navigation, banner, metadata and embedded content',
      '<header>Logo</header><b role="banner">Logo</b><nav>a</nav><div role="menu">b</div><script>c</script><!-- d --><svg><text>e</text></svg><noscript>f</noscript><main><h1>Main content</h1></main><aside><header>g</header></aside><footer>h</footer>',
      '# Main content\n\ng\n\nh\n',
    ],
    ['a banner with a heading', '<header><nav>a</nav><h1>T</h1>b</header>', '# T\n\nb\n'],
    [
      'what a control reveals and aria-hidden blocks, which can be slides, but no other hidden text',
      '<p>P <a href="#p">P</a><div hidden>a<div id="p">b</div></div><div id="t" style="color: red; display:none">c</div><i data-x="#t"></i><div role="tabpanel" hidden>d</div><dialog>e</dialog><div popover>f</div><div hidden="until-found">g</div><details><summary>h</summary>i</details><p style="display: none">j</p><p style="visibility: hidden">k</p><p>a<span aria-hidden="true">b</span></p><div aria-hidden="true"><p>×</p><p>c</p></div>',
      'P P\n\nb\n\nc\n\nd\n\ne\n\nf\n\ng\n\nh\n\ni\n\nk\n\na\n\nc\n',
    ],
    [
      'controls that name content, but no others',
      '<button>Send</button><h3><button>a</button></h3><button aria-expanded="false">b</button><button>c?</button><div role="tab">d</div><button><h4>e</h4></button><div role="button">f</div><input type="submit" value="g"><button><a href="/h">h</a></button><a href="/i"><button>i</button></a><p>Text of the page</p>',
      '### a\n\nb\n\nc?\n\nd\n\n#### e\n\n[h](https://nord.example/h)\n\n[i](https://nord.example/i)\n\nText of the page\n',
    ],
    [
      'forms without their fields, and choices as lists',
      '<form><h1>T</h1><label>a <input></label><label for="b">c</label><textarea id="b">d</textarea><label><input type="radio">e</label><label>f <select><option value="">g<option>h<option>i</select></label></form>',
      '# T\n\ne\n\nf\n\n- h\n- i\n',
    ],

    // Tables
    [
      'tables with spans and a caption',
      '<table><caption>C<tr><th>A<th>B<th>D<tr><td rowspan="2">a<td>b<td>c<tr><td colspan="2">d<tr><td colspan="3">e<tr></table>',
      'C\n\n| A | B | D |\n| - | - | - |\n| a | b | c |\n| a | d | d |\n| e | | |\n',
    ],
    [
      'tables of facts without a header, and blocks in cells',
      '<table><tr><td>a<td>1<br>2<tr><td>b<td><p>3</p><p>4</p></table><table><tr><th>Day</th></tr><tr><td><ul><li>1</ul></td></tr></table>',
      '| | |\n| - | - |\n| a | 1 2 |\n| b | 3 4 |\n\n| Day |\n| - |\n| 1 |\n',
    ],
    [
      'layout tables as their content, with the tables of facts in them',
      '<table><tr><td>a</td><td><h1>T</h1>b<table><tr><td>c<td>1<tr><td>d<td>2</table></td></tr><tr><td>e</table><table role="none"><tr><th>f</table>',
      'a\n\n# T\n\nb\n\n| | |\n| - | - |\n| c | 1 |\n| d | 2 |\n\ne\n\nf\n',
    ],

    // What remains
    ['the title of a page without h1', '<title>T</title><p>a</p>', '# T\n\na\n'],
    ['a page made by scripts', '<noscript><p>a</p></noscript><div id="root"></div>', 'a\n'],
    [
      'a page that shows itself when it has loaded',
      '<nav>a</nav><div style="display:none">Text</div>',
      'a\n\nText\n',
    ],
    ['a page of controls', '<button>Maths, 40 EUR</button><p>a</p>', 'Maths, 40 EUR\n\na\n'],
    ['a page without text', '<div id="root"></div><iframe src="a.html"></iframe>', ''],
    ['a page of frames', '<frameset><frame src="a.html"></frameset>', ''],
  ])('converts %s', (_, html, markdown) => {
    const title = /<title>(.*?)</.exec(html)?.[1]
    expect(toMarkdown(html, title)).toBe(markdown)
  })

  it('keeps the text of all elements that are content', () => {
    const tags =
      'a article b blockquote br code dd del details div dl dt em figure footer h1 h2 hr i li main ol p pre q section small span strong sub summary sup table td th tr u ul'
    const tokens = tags.split(' ').flatMap((tag) => [`<${tag}>`, `</${tag}>`])
    const others = [' w ', ' w ', '<a href="/a">', '<div style="color: red">', '&nbsp;']
    const parts = fc.constantFrom(...others, ...tokens)
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (page) => {
        let count = 0
        const html = page.join('').replaceAll(' w ', () => ` w${count++} `)
        const words = toMarkdown(html).match(/w\d+/g) ?? []
        expect(words.toSorted()).toEqual(
          Array.from({ length: count }, (_, n) => `w${n}`).toSorted(),
        )
      }),
    )
  })

  it('shows what the page shows when a Markdown parser reads it, without character references', () => {
    const parts = fc.oneof(
      fc.constantFrom(
        ...'a 50 : * _ ~ . - + # ! € ½ ( ) [ ] & &lt; &amp;lt; \\\\ | ` 😀 12.10. 1)'.split(' '),
        ' ',
      ),
      fc.constantFrom(...'b i em s code a sub p li td h2'.split(' ')).map((tag) => `<${tag}>`),
      fc.constantFrom(...'b i em s code a sub p ul table h2'.split(' ')).map((tag) => `</${tag}>`),
      fc.constantFrom(
        '<br>',
        '<ul>',
        '<ol>',
        '<table><tr><td>',
        '<tr><td>',
        '<a href="/x_(y)?z=1&w=2">',
      ),
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (tokens) => {
        const html = `<h1>T</h1>${tokens.join('')}`
        const markdown = toMarkdown(html)
        expect(markdown).not.toMatch(/(?<!\\)&#|\]\([^)]*\\/)
        expect(readText(markdown)).toBe(withoutSpace(toString(fromHtml(html) as never)))
      }),
      { numRuns: Number(process.env['MARKDOWN_RUNS'] ?? 100) },
    )
  })

  it('converts any page without an error or a URL that is not absolute', () => {
    const names =
      'alt aria-hidden aria-level class colspan hidden href id role rowspan src start style'
    const values =
      'abc 0 -1 1.5 1000 # #a http://[ data:,a javascript:a a.html heading button none tab display:none'
    const attribute = fc
      .tuple(fc.constantFrom(...names.split(' ')), fc.constantFrom(...values.split(' ')))
      .map(([name, value]) => ` ${name}="${value}"`)
    const tags =
      'a base body button details dialog frameset header h1 img input label li math msup nav noscript object ol option p pre ruby rt select svg table td template th title tr ul x-y'
    const token = fc.oneof(
      fc.constantFrom(...'1,w ,|,</a>,</table>,</select>,</h1>,</p>,</button>'.split(',')),
      fc
        .tuple(fc.constantFrom(...tags.split(' ')), fc.array(attribute, { maxLength: 3 }))
        .map(([tag, attributes]) => `<${tag}${attributes.join('')}>`),
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (page) => {
        const markdown = toMarkdown(page.join(''), 'T')
        expect(markdown).not.toMatch(/\]\((?!https:\/\/nord\.example\/)|NaN|undefined/)
      }),
    )
  })

  it.each(
    'b,blockquote,div,header,label,li,ul><li,span,table><tr><td,table role=none><tr><th'.split(','),
  )('reads the elements in nested <%s> a few times', (tag) => {
    const root = fromHtml(`<${tag}>`.repeat(150) + 'a<p>b<p>c')
    const elements = findElements(root)
    let reads = 0
    for (const element of elements) {
      const { children } = element
      Object.defineProperty(element, 'children', { get: () => (reads++, children) })
    }
    toPageMarkdown(elements, 'https://nord.example/', '')
    expect(reads).toBeLessThan(8 * elements.length)
  })

  it.each([
    ['spans', `<tr><th>a</th></tr>${'<tr><td rowspan=60000>b</td></tr>'.repeat(1000)}`],
    [
      'spans that push cells aside',
      `<tr>${'<td rowspan=200 colspan=50>a</td>'.repeat(4)}</tr>`.repeat(60),
    ],
    ['a wide row', `<tr>${'<th>a</th>'.repeat(1000)}</tr>${'<tr><td>b</td></tr>'.repeat(1000)}`],
    [
      'a long cell',
      `<tr><th>a</th></tr>${'<tr><td>b</td></tr>'.repeat(1000)}<td>${'c'.repeat(5000)}</td>`,
    ],
    ['nested lists', `<tr><td>${'<ul><li>'.repeat(200)}${'<p>a'.repeat(1000)}</td></tr>`],
  ])('limits the length of tables with %s', (_, rows) => {
    expect(toMarkdown(`<table>${rows}</table>`).length).toBeLessThan(60_000)
  })
})

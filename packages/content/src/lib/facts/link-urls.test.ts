import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal'
import { toString } from 'mdast-util-to-string'
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal'
import { describe, expect, it } from 'vitest'

import { walk } from '../walk.fixture.ts'
import { smallSchool } from '../school.fixture.ts'
import { describeSchool } from './describe-school.ts'
import { paragraphNodes, serializeMarkdown } from './markdown.ts'
import { linkUrls } from './link-urls.ts'

describe('linkUrls()', () => {
  it.each([
    ['See https://x.example/?a=1&b=2.', ['https://x.example/?a=1&b=2']],
    ['(https://x.example/a_b_(c)*d*)', ['https://x.example/a_b_(c)*d']],
    ['https://x.example/~a~/[b]?c=%20&copy;=1', ['https://x.example/~a~/[b]?c=%20&copy;=1']],
    ['“https://x.example/a”, http://y.example!', ['https://x.example/a', 'http://y.example']],
    ['HTTPS://X.example/A_B', ['HTTPS://X.example/A_B']],
    ['见https://x.example/学校。然后', ['https://x.example/学校']],
    ['https://школа.example/курсы?a=1&b=2', ['https://школа.example/курсы?a=1&b=2']],
    ['xhttps://x.example/?a=1&b=2', []],
    ['https:// and http://?a&b', []],
    ['www.x.example/?a=1&b_c_d=2', []],
    ['write to a_b_c@x.example', []],
  ])('links the URLs in %s', (text, urls) => {
    expect(linksOf(treeOf(text))).toEqual(urls)
    expectSameLinks(text)
  })

  it('writes URLs in Markdown exactly as in the text', () => {
    expect(serializeMarkdown(treeOf('See https://x.example/a_b?c=1&d=2, please.'))).toBe(
      'See <https://x.example/a_b?c=1&d=2>, please.\n',
    )
  })

  it('links URLs in answers, questions, names and lists', () => {
    const text = 'https://x.example/?a=1&b=2'
    const [program] = smallSchool().programs
    const markdown = serializeMarkdown(
      describeSchool(
        smallSchool({
          programs: [{ ...program!, name: text, topics: [text, text] }],
          faq: [{ question: text, answer: text }],
          admissions: { description: text, steps: [text] },
        }),
      ),
    )
    expect(markdown).not.toContain(String.raw`\&`)
    expect(markdown.split(`<${text}>`)).toHaveLength(8)
  })

  it('writes Markdown in which parsers find the URLs of any text', { timeout: 60_000 }, () => {
    const piece = fc.constantFrom(' ', ...PIECES.split(' '))
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 20 }), (pieces) => {
        expectSameLinks(pieces.join('').trim())
      }),
      { numRuns: 500 },
    )
  })
})

const PIECES =
  'https:// http:// www. x.example / ?a=1 &b=2 &amp; &copy; _ * ~ ( ) [ ] < > . , ! : ; \' " \\ | ` 学 。 é %20 # @ - a 1 = $ + { } ^'

function treeOf(text: string) {
  return linkUrls({ type: 'root', children: paragraphNodes(text) })
}

function parseGfm(markdown: string) {
  return fromMarkdown(markdown, {
    extensions: [gfmAutolinkLiteral()],
    mdastExtensions: [gfmAutolinkLiteralFromMarkdown()],
  })
}

function linksOf(tree: Nodes): string[] {
  return walk<Nodes>(tree).flatMap((node) => (node.type === 'link' ? [node.url] : []))
}

/** Expects that Markdown parsers find the links of the tree, and no URL that the text does not contain. */
function expectSameLinks(text: string): void {
  const tree = treeOf(text)
  const markdown = serializeMarkdown(tree)
  expect(linksOf(fromMarkdown(markdown))).toEqual(linksOf(tree))
  expect(linksOf(parseGfm(markdown))).toEqual(expect.arrayContaining(linksOf(tree)))
  // GitHub’s Markdown also links "www." and email addresses.
  for (const url of linksOf(parseGfm(markdown))) {
    expect([url, url.replace(/^(?:http:\/\/|mailto:)/, '')]).toContainEqual(
      expect.toSatisfy((url: string) => text.includes(url)),
    )
  }
  for (const parse of [fromMarkdown, parseGfm]) expect(toString(parse(markdown))).toBe(text)
}

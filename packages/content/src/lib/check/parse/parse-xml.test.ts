import { describe, expect, it } from 'vitest'

import { childElements, elementText, parseXml } from './parse-xml.ts'

describe('parseXml()', () => {
  it('parses elements with their attributes, texts and positions', () => {
    const source = `\ufeff<?xml version="1.0"?>\n<!-- a - b --><a b='"&#x41;&#66;' c:d = "&lt;">\n x <e/> y<![CDATA[<&]]>&amp;</a >\n`
    const root = parseXml(source)
    expect(root).toMatchObject({ name: 'a', attributes: { b: '"AB', 'c:d': '<' } })
    expect(root.position!.start.offset).toBe(source.indexOf('<a'))
    expect(elementText(root)).toBe('x  y<&&')
    expect(childElements(root)).toMatchObject([{ name: 'e', attributes: {}, children: [] }])
    expect(childElements(root)[0]!.position!.start.offset).toBe(source.indexOf('<e/>'))
  })

  it.each([
    ['an empty file', '', 1],
    ['only text', 'a', 1],
    ['two root elements', '<a/>\n<b/>', 2],
    ['text outside the root element', '<a/>b', 1],
    ['an unclosed element', '<a>\n<b></b>', 2],
    ['an end tag without a start tag', '<a>\n</b></a>', 2],
    ['overlapping tags', '<a><b>\n</a></b>', 2],
    ['an unescaped "<"', '<a>\n1 < 2</a>', 2],
    ['an unescaped "&"', '<a>\n\n&</a>', 3],
    ['an HTML entity', '<a>&nbsp;</a>', 1],
    ['an unescaped "&" in an attribute', '<a>\n<b c="&"/></a>', 2],
    ['an unescaped "<" in an attribute', '<a b="<"/>', 1],
    ['an attribute without quotes', '<a b=c/>', 1],
    ['attributes without a space between them', '<a b="c"d="e"/>', 1],
    ['two dashes in a comment', '<a><!-- a -- b --></a>', 1],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', 1],
  ])('throws for %s', (_, source, line) => {
    expect(() => parseXml(source)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^[^\n]+$/), line }),
    )
  })
})

import { describe, expect, it } from 'vitest'

import { readXml } from './read-xml.ts'

describe('readXml()', () => {
  it('reads elements with their attributes, texts and places', () => {
    const source = `\ufeff<?xml version="1.0"?>\n<!-- a - b --><a b='"&#x41;&#66;' c:d = "&lt;">\n x <e/> y<![CDATA[<&]]>&amp;</a >\n`
    expect(readXml(source)).toEqual({
      name: 'a',
      attributes: { b: '"AB', 'c:d': '<' },
      children: [
        { name: 'e', attributes: {}, children: [], text: '', offset: source.indexOf('<e/>') },
      ],
      text: '\n x  y<&&',
      offset: source.indexOf('<a'),
    })
  })

  it.each([
    ['nothing', '', 1],
    ['only text', 'a', 1],
    ['two elements', '<a/>\n<b/>', 2],
    ['text beside the element', '<a/>b', 1],
    ['what is left open', '<a>\n<b></b>', 2],
    ['what ends before it began', '<a>\n</b></a>', 2],
    ['tags that overlap', '<a><b>\n</a></b>', 2],
    ['a bare "<"', '<a>\n1 < 2</a>', 2],
    ['a bare "&"', '<a>\n\n&</a>', 3],
    ['an entity of HTML', '<a>&nbsp;</a>', 1],
    ['a bare "&" in an attribute', '<a>\n<b c="&"/></a>', 2],
    ['a "<" in an attribute', '<a b="<"/>', 1],
    ['an attribute without quotes', '<a b=c/>', 1],
    ['attributes without a space', '<a b="c"d="e"/>', 1],
    ['two dashes in a remark', '<a><!-- a -- b --></a>', 1],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', 1],
  ])('refuses %s', (_, source, line) => {
    expect(readXml(source)).toEqual({ message: expect.any(String), line })
  })
})

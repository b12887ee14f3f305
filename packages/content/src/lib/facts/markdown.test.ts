import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, it } from 'vitest'

import { paragraphNode, serializeMarkdown, textNode } from './markdown.ts'

it.each([
  '<1@b.example>',
  '<-@0>#',
  '<_a@b.example>',
  '<a@b.example>',
  '<https://b.example>',
  '<b>',
])('escapes %s so that it parses back as text', (value) => {
  const markdown = serializeMarkdown({ type: 'root', children: [paragraphNode(textNode(value))] })
  expect(fromMarkdown(markdown).children).toMatchObject([
    { type: 'paragraph', children: [{ type: 'text', value }] },
  ])
})

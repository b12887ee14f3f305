import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, it } from 'vitest'

import { paragraph, text } from './nodes.ts'
import { writeMarkdown } from './write-markdown.ts'

it.each([
  '<1@b.example>',
  '<-@0>#',
  '<_a@b.example>',
  '<a@b.example>',
  '<https://b.example>',
  '<b>',
])('writes %s as a text, which reads back as it was', (value) => {
  const markdown = writeMarkdown({ type: 'root', children: [paragraph(text(value))] })
  expect(fromMarkdown(markdown).children).toMatchObject([
    { type: 'paragraph', children: [{ type: 'text', value }] },
  ])
})

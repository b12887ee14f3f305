import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { REJECTIONS } from '@conversion-capi/core/protocol'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { visit } from 'unist-util-visit'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(join(ROOT, 'docs/troubleshooting/symptoms.md'), 'utf8')

describe('docs/troubleshooting/symptoms.md', () => {
  it('quotes only messages that the source contains', () => {
    const source = readSource()
    const outdated = listQuotes().filter((quote) =>
      toFragments(quote).some((fragment) => !source.includes(fragment)),
    )
    expect(outdated, 'Remove or correct these.').toEqual([])
    expect(listQuotes().length).toBeGreaterThan(30)
  })

  it.each(Object.entries(REJECTIONS))('explains the response "%s"', (reason, status) => {
    expect(PAGE).toContain(`- **${reason}** (${status}): `)
  })
})

/** Returns the code at the start of each list item. */
function listQuotes(): string[] {
  const quotes: string[] = []
  visit(fromMarkdown(PAGE), 'listItem', ({ children: [paragraph] }) => {
    const first = paragraph?.type === 'paragraph' ? paragraph.children[0] : undefined
    if (first?.type === 'inlineCode') quotes.push(first.value)
  })
  return quotes
}

/** Returns the parts between values and between sentences, because a problem and its fix can be separate strings. */
function toFragments(quote: string): string[] {
  return quote.split(/…|(?<=\.) /).map((part) => part.trim())
}

/** Returns the code of the packages with concatenated strings joined, and without backticks. */
function readSource(): string {
  return globSync('{adapters,packages}/*/src/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/*.{fixture,generated,test,test-d}.ts'],
  })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
    .replaceAll(/(['"`])\s*\+\s*\1/g, '')
    .replaceAll(/\\(['"])|\\?`/g, '$1')
    .replaceAll(/\s+/g, ' ')
}

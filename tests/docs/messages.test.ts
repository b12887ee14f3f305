import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { REJECTIONS } from '@conversion-capi/core/protocol'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { visit } from 'unist-util-visit'
import { describe, expect, it } from 'vitest'

import { findMessages } from './find-messages.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(`${ROOT}docs/troubleshooting/messages.md`, 'utf8')

const SOURCES = [
  '{adapters/*,packages/{cli,core,create-conversion-capi,emulator,tracker}}/src/**/*.{ts,tsx}',
  // About the pages of a school. The other messages of the package are about descriptions and generated files.
  'packages/content/src/lib/check/{check-document,check-links,check-pages,checked-file}.ts',
]
const NO_MESSAGES = [
  '**/*.{fixture,generated,test,test-d}.ts',
  // The README lists the findings.
  'packages/cli/src/lib/**/{check-environment,check-rules,probe-rules,run-doctor}.ts',
  // The texts of generated files.
  'packages/cli/src/lib/init/{host-templates,render-config}.ts',
  // The texts of the live page, except the sentences about events.
  'packages/emulator/src/lib/browser/live-page/*.tsx',
]

/** Returns the code at the start of each list item. */
function listEntries(): string[] {
  const entries: string[] = []
  visit(fromMarkdown(PAGE), 'listItem', ({ children: [paragraph] }) => {
    const first = paragraph?.type === 'paragraph' ? paragraph.children[0] : undefined
    if (first?.type === 'inlineCode') entries.push(first.value)
  })
  return entries
}

/** Ignores line breaks, code marks, and how many values follow each other. */
function normalize(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('`', '').replaceAll(/…+/g, '…').trim()
}

describe('docs/troubleshooting/messages.md', () => {
  const messages = new Set([...findMessages(ROOT, SOURCES, NO_MESSAGES)].map(normalize))
  const entries = new Set(listEntries())

  it('lists every message of the source', () => {
    expect(messages.size).toBeGreaterThan(200)
    const missing = [...messages].filter((message) => !entries.has(message))
    expect(missing, 'Add these, with what to do.').toEqual([])
  })

  it('lists no message that the source lacks', () => {
    const outdated = [...entries].filter((entry) => !messages.has(entry))
    expect(outdated, 'Remove or correct these.').toEqual([])
  })

  it.each(Object.entries(REJECTIONS))('explains the response "%s"', (reason, status) => {
    expect(PAGE).toContain(`- **${reason}** (${status}): `)
  })
})

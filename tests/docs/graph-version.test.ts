import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'
import { describe, expect, it } from 'vitest'

import { NEWEST_GRAPH_VERSION } from '../../packages/meta/src/lib/environment/graph-versions.ts'
import { listPages, nameOf, readSamples, ROOT } from './samples/read-samples.ts'

// The default version has expired, so a deployment that follows a list without META_GRAPH_VERSION runs at that one.
describe('every list of variables to set contains META_GRAPH_VERSION', () => {
  it('in samples, unless they point at an emulator', () => {
    const lists = readSamples('sh', 'json', 'jsonc', 'toml', 'yaml', '').filter(
      ({ code }) => code.includes('META_PIXEL_ID') && !code.includes('META_GRAPH_URL'),
    )
    expect(lists.length).toBeGreaterThan(10)
    const incomplete = lists.filter(({ code }) => !code.includes('META_GRAPH_VERSION'))
    expect(incomplete.map(nameOf)).toEqual([])
  })

  it('in sentences', () => {
    const lists = listPages().flatMap(readSetupSentences)
    expect(lists.length).toBeGreaterThan(2)
    expect(lists.filter((text) => !text.includes('META_GRAPH_VERSION'))).toEqual([])
  })
})

it('every sample sets the newest version', () => {
  const versions = readSamples().flatMap((sample) =>
    [...sample.code.matchAll(/META_GRAPH_VERSION\W{1,4}(v[\d.]+)/g)].map(
      ([, version]) => `${nameOf(sample)} ${version}`,
    ),
  )
  expect(versions.length).toBeGreaterThan(10)
  expect(versions.filter((each) => !each.endsWith(` ${NEWEST_GRAPH_VERSION}`))).toEqual([])
})

/** Returns the paragraphs of a page that say which variables to set. */
function readSetupSentences(page: string): string[] {
  const texts: string[] = []
  visit(fromMarkdown(readFileSync(join(ROOT, page), 'utf8')), 'paragraph', (paragraph) => {
    const isCode = (name: string): boolean =>
      paragraph.children.some((each) => each.type === 'inlineCode' && each.value === name)
    const isList = isCode('META_PIXEL_ID') && isCode('META_ACCESS_TOKEN')
    const text = toString(paragraph)
    if (isList && /\b(set|same)\b/i.test(text)) texts.push(`${page}: ${text}`)
  })
  return texts
}

import { createTwoFilesPatch } from 'diff'
import { paint, toLine } from '@conversion-capi/meta/terminal'

import type { PlannedFile } from './plan-page.ts'

/** Describes what changes in files: of pages the edits, of others each line. */
export function describeChanges(changed: PlannedFile[], colors: boolean): string[] {
  const [pages = [], others = []] = [true, false].map((isPage) =>
    changed.filter(({ kind }) => (kind === 'page') === isPage),
  )
  return [...others.map((file) => `\n${formatDiff(file, colors)}`), ...summarize(pages, colors)]
}

function summarize(pages: PlannedFile[], colors: boolean): string[] {
  const groups = Map.groupBy(pages, ({ changes = [] }) => {
    const lines = changes.flatMap(({ removed, added }) => [
      ...(removed === '' ? [] : [paint(`- ${shorten(removed)}`, 'red', colors)]),
      ...(added === '' ? [] : [paint(`+ ${shorten(added)}`, 'green', colors)]),
    ])
    return [...Map.groupBy(lines, (line) => line)]
      .map(([line, { length }]) => (length === 1 ? line : `${line} (${length} times)`))
      .join('\n')
  })
  return [...groups].map(([text, [first, ...more]]) => {
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    return `\n${toLine(first!.path)}${others}\n${text}`
  })
}

function shorten(text: string): string {
  return toLine(text.length > 160 ? `${text.slice(0, 159)}…` : text)
}

function formatDiff({ path, current = '', body }: PlannedFile, colors: boolean): string {
  const patch = createTwoFilesPatch('', '', current, body, undefined, undefined, { context: 2 })
  // The library writes names as git does, with a number for each byte outside ASCII.
  const lines = [
    `--- ${toLine(path)}`,
    `+++ ${toLine(path)}`,
    ...patch.trimEnd().split('\n').slice(3),
  ]
  return lines
    .map((line) => {
      if (line.startsWith('+')) return paint(line, 'green', colors)
      return line.startsWith('-') ? paint(line, 'red', colors) : line
    })
    .join('\n')
}

import { diff } from 'node:util'

import { paint, toLine } from '@conversion-capi/meta/terminal'

import type { PlannedFile } from './plan-page.ts'

/** Describes what changes in files: of pages the edits, of others each line. */
export function describeChanges(changed: PlannedFile[], colors: boolean): string[] {
  const groups = Map.groupBy(changed, (file) => {
    const lines = (file.changes ?? compareLines(file)).flatMap(({ removed, added }) => [
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

function compareLines({ current = '', body }: PlannedFile): NonNullable<PlannedFile['changes']> {
  return diff(body.split('\n'), current.split('\n')).map(([kind, line]) => ({
    removed: kind === -1 ? line : '',
    added: kind === 1 ? line : '',
  }))
}

function shorten(text: string): string {
  return toLine(text.length > 160 ? `${text.slice(0, 159)}…` : text)
}

import { createTwoFilesPatch } from 'diff'

import { paint } from '../report/format-finding.ts'

/**
 * Formats the changes of a file as a unified diff.
 *
 * @param file The file, with its current and its new content.
 * @param colors Whether added and removed lines are colored.
 */
export function formatDiff(
  { path, current = '', body }: { path: string; current: string | undefined; body: string },
  colors: boolean,
): string {
  const patch = createTwoFilesPatch(path, path, current, body, undefined, undefined, { context: 2 })
  const [, ...lines] = patch.trimEnd().split('\n')
  return lines
    .map((line) => {
      if (line.startsWith('+')) return paint(line, 'green', colors)
      return line.startsWith('-') ? paint(line, 'red', colors) : line
    })
    .join('\n')
}

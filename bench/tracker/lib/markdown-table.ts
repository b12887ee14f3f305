/** The first column to the left, the others to the right. */
export function markdownTable(head: string[], rows: (string | number)[][]): string {
  const line = head.map((_, at) => (at === 0 ? '---' : '---:'))
  return [head, line, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

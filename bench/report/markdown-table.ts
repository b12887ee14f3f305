/** Returns a Markdown table. The first column is aligned left, the others right. */
export function markdownTable(head: string[], rows: (string | number)[][]): string {
  const alignment = head.map((_, at) => (at === 0 ? '---' : '---:'))
  return [head, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

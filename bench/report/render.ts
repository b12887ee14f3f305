import type { Measurement } from './measurement.ts'
import type { Section, Target } from './part.ts'

/** Renders the results of a part as Markdown. */
export function renderSection(section: Section & Measurement): string {
  const { title, date, runtime, machine, effort, versions, blocks } = section
  return [
    `## ${title}`,
    `${[date, runtime, ...versions].join(', ')}; ${machine}; ${effort}.`,
    ...blocks,
  ].join('\n\n')
}

/** Renders a table of the targets, or returns an empty string if there are none. */
export function renderTargets(targets: Target[]): string {
  if (targets.length === 0) return ''
  return markdownTable(
    ['Target', 'goal', 'measured', 'met'],
    targets.map(({ subject, goal, measured, isMet }) => [
      subject,
      goal,
      measured,
      isMet ? 'yes' : 'no',
    ]),
  )
}

/** Returns a Markdown table. The first column is aligned left, the others right. */
export function markdownTable(head: string[], rows: (string | number)[][]): string {
  const alignment = head.map((_, at) => (at === 0 ? '---' : '---:'))
  return [head, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

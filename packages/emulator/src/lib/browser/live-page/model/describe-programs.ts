import type { LiveRow } from './store.ts'
import { visibleText } from './format.ts'

/** Returns a line for each program with the number of its events, such as `Program physics: ViewContent 3, Lead 1`. */
export function describePrograms(rows: readonly LiveRow[]): string[] {
  const programs = new Map<string, Map<string, number>>()
  // The oldest first, as visitors send them.
  for (const { copies } of rows.toReversed()) {
    // The pixel writes a list as a string.
    const server = copies.find(({ source }) => source === 'server')
    const { event_name = '', custom_data } = server ?? {}
    const [id] = [custom_data?.['content_ids']].flat()
    if (typeof id !== 'string') continue
    const counts = programs.get(id) ?? new Map<string, number>()
    programs.set(id, counts.set(event_name, (counts.get(event_name) ?? 0) + 1))
  }
  return [...programs].map(([id, counts]) =>
    visibleText(`Program ${id}: ${[...counts].map((entry) => entry.join(' ')).join(', ')}`),
  )
}

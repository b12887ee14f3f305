import { PATHS, type Resource } from '../resource.ts'
import type { Problem } from './problem.ts'

/**
 * Every file is there, and there once.
 *
 * @yields What keeps it from that.
 */
export function* checkPresence(resources: Resource[]): Generator<Problem> {
  const counts = new Map<string, number>()
  for (const { path } of resources) counts.set(path, (counts.get(path) ?? 0) + 1)

  for (const path of Object.values(PATHS)) {
    if (counts.has(path)) continue
    yield { path, message: 'This file is missing, and others lead to it. Render the files again.' }
  }
  for (const [path, count] of counts) {
    if (!path.startsWith('/')) {
      yield { path, message: 'The path of this file begins without a slash: write one.' }
    }
    if (count > 1) {
      yield { path, message: `There are ${count} files at this path: delete all but one.` }
    }
  }
}

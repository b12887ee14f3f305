import { PROGRAM_PATH } from '@conversion-capi/core/protocol'

import type { Program, School } from './school-schema.ts'

/** Returns what identifies a program in events, `llms.txt` and lists. The tracker takes the same segment of a page's path. */
export function contentId({ programs = [] }: School, { id, name, path }: Program): string {
  const segment = segmentOf(path)
  const isOwn = segment !== undefined && countSegments(programs).get(segment) === 1
  return id ?? (isOwn ? segment : name)
}

type Counts = Map<string | undefined, number>

/** Otherwise, each program of a school would read the paths of all. */
const counted = new WeakMap<Program[], Counts>()

function countSegments(programs: Program[]): Counts {
  const known = counted.get(programs)
  if (known) return known
  const counts: Counts = new Map()
  for (const { path } of programs) {
    const segment = segmentOf(path)
    counts.set(segment, (counts.get(segment) ?? 0) + 1)
  }
  counted.set(programs, counts)
  return counts
}

function segmentOf(path = '/'): string | undefined {
  return PROGRAM_PATH.exec(path)?.[1]
}

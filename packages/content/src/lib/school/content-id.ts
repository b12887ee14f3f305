import { PROGRAM_PATH } from '@conversion-capi/core/protocol'

import type { Program, School } from './school-schema.ts'

/** Returns what identifies a program in events, `llms.txt` and lists. The tracker takes the same segment of a page's path. */
export function contentId({ programs = [] }: School, { id, name, path }: Program): string {
  const segment = segmentOf(path)
  const isOwn = programs.filter((each) => segmentOf(each.path) === segment).length === 1
  return id ?? (isOwn && segment ? segment : name)
}

function segmentOf(path = '/'): string | undefined {
  return PROGRAM_PATH.exec(path)?.[1]
}

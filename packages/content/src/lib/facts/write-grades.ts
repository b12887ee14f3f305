import type { School } from '../school-schema.ts'

/** `5-11`, or `9` where there is only one. */
export function writeGrades({ from, to }: School['grades']): string {
  return from === to ? `${from}` : `${from}-${to}`
}

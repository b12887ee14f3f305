import { events } from '../events/events.ts'
import { growth } from '../growth/growth.ts'
import { http } from '../http/http.ts'
import type { Part } from '../report/part.ts'

/** The parts of the bench in the order in which they run. */
export const PARTS = { events, http, growth } satisfies Record<string, Part>

export type PartName = keyof typeof PARTS

export function isPartName(name: string): name is PartName {
  return Object.hasOwn(PARTS, name)
}

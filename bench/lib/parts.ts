import { events } from '../events/events.ts'
import { cold } from '../functions/cold.ts'
import { growth } from '../growth/growth.ts'
import { http } from '../http/http.ts'
import { queue } from '../queue/queue.ts'
import { site } from '../site/site.ts'
import type { Part } from '../report/part.ts'
import { bytes } from '../tracker/bytes.ts'
import { tracker } from '../tracker/tracker.ts'

/** The parts of the bench in the order in which they run. */
export const PARTS = { events, http, growth, queue, site, cold, tracker, bytes } satisfies Record<
  string,
  Part
>

export type PartName = keyof typeof PARTS

export function isPartName(name: string): name is PartName {
  return Object.hasOwn(PARTS, name)
}

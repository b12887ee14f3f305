import { open } from 'node:fs/promises'
import { resolve } from 'node:path'

import type { TrafficSource } from '@conversion-capi/core'
import type { JsonObject } from '@conversion-capi/core/protocol'

import { CommandError } from '../output/errors.ts'
import { parseJsonObject } from '../parse-json.ts'
import { readLines } from '../send/read-lines.ts'

/** What became of an event whose copies were not accepted. Later ones in {@link RANKS} count more. */
export type Unsent = 'opted_out' | 'refused' | 'kept' | 'given_up'

const RANKS: Unsent[] = ['opted_out', 'refused', 'kept', 'given_up']

/** All other outcomes count as refused. */
const KINDS = ['accepted', ...RANKS] as const

/** What is known about an event. */
export interface KnownEvent {
  name: string
  /** How often the upstream has accepted it. */
  accepted: number
  unsent?: Unsent
  /** Why it was not accepted. */
  reason: string
  /** Where the visit came from. */
  source?: TrafficSource | undefined
}

/** The known events by {@link keyOf}. */
export type KnownEvents = Map<string, KnownEvent>

/** Returns the key of an event. */
export function keyOf(name: unknown, id: unknown): string {
  return JSON.stringify([name, id])
}

/** Notes what became of one copy of an event. */
export function note(
  known: KnownEvents,
  [name, id]: [name: string, id: string],
  kind: Unsent | 'accepted',
  reason = '',
): void {
  const key = keyOf(name, id)
  const event: KnownEvent = known.get(key) ?? { name, accepted: 0, reason: '' }
  known.set(key, event)
  if (kind === 'accepted') event.accepted += 1
  else if (event.unsent === undefined || RANKS.indexOf(kind) >= RANKS.indexOf(event.unsent)) {
    event.unsent = kind
    event.reason = reason
  }
}

/**
 * Reads the outcomes of a pixel that `logOutcome` has written to log files. The JSON of a line may follow other text, or be
 * in a string of the host's JSON.
 */
export async function readOutcomes(paths: string[], pixelId: string): Promise<KnownEvents> {
  const known: KnownEvents = new Map()
  for (const path of new Set(paths.map((each) => resolve(each)))) {
    const file = await open(path).catch(({ code }: NodeJS.ErrnoException) => {
      throw new CommandError(`The file ${path} cannot be read (${code}). Correct --logs.`)
    })
    for await (const { text = '' } of readLines(file.createReadStream())) {
      const record = findRecord(text)
      const { 'conversion.event_name': name, 'conversion.event_id': id } = record ?? {}
      if (!record || typeof name !== 'string' || typeof id !== 'string') continue
      if (record['conversion.pixel_id'] !== pixelId) continue
      const kind = record['conversion.outcome'] as string
      // The upstream may have accepted the event.
      if (kind === 'upstream_unreachable') continue
      const noted = KINDS.find((each) => each === kind) ?? 'refused'
      note(known, [name, id], noted, String(record['error.type'] ?? kind))
      // Redelivery, which logs a second line, does not know it.
      known.get(keyOf(name, id))!.source ??= record['conversion.source'] as TrafficSource
    }
  }
  return known
}

function findRecord(text: string): JsonObject | undefined {
  if (!text.includes('conversion.outcome')) return undefined
  const line = parseJsonObject(text.slice(text.indexOf('{')))
  if (!line || 'conversion.outcome' in line) return line
  const nested = Object.values(line).find((value) => String(value).includes('conversion.outcome'))
  return findRecord(String(nested ?? ''))
}

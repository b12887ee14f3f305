import { isHashed, sha256Hex } from '@conversion-capi/core/pii'

import { isLeadId } from '../../../lead-id.ts'
import { type LiveRow, perRow } from './store.ts'

/** The keys of `user_data` that link the events of a visitor. Not the IP, which a household or a school shares. */
export const LINK_KEYS = ['external_id', 'fbp', 'lead_id', 'em', 'ph'] as const
/** A key that links events. */
export type LinkKey = (typeof LINK_KEYS)[number]

/** An event of a visitor's path. */
export interface PathStep {
  row: LiveRow
  /** When the event happened, in milliseconds since the epoch. */
  at: number
  /** The keys whose values other events of the path have too. */
  keys: LinkKey[]
  /** Whether it shares a value with the event whose path it is. Otherwise, other events link the two. */
  isDirect: boolean
}

/**
 * Finds the events of the same visitor: those that share a value of a {@link LINK_KEYS key}, and those that share one
 * with these. So if two events are on a path, it is the path of both. Returns them in the order in which they happened.
 */
export function findPath(rows: readonly LiveRow[], start: LiveRow): PathStep[] {
  const rowsByLink = new Map<string, LiveRow[]>()
  for (const row of rows) {
    for (const link of linksOf(row).keys()) {
      const known = rowsByLink.get(link)
      if (known) known.push(row)
      else rowsByLink.set(link, [row])
    }
  }

  const path = new Set([start])
  const followed = new Set<string>()
  // The iteration includes what is added in the meantime.
  for (const row of path) {
    for (const link of linksOf(row).keys()) {
      if (followed.has(link)) continue
      followed.add(link)
      for (const other of rowsByLink.get(link) ?? []) path.add(other)
    }
  }

  const startLinks = linksOf(start)
  return [...path].map(toStep).sort(byTime)

  function toStep(row: LiveRow): PathStep {
    const shared = [...linksOf(row)].filter(([link]) => (rowsByLink.get(link)?.length ?? 0) > 1)
    const keys = new Set(shared.map(([, key]) => key))
    return {
      row,
      at: Math.min(...row.copies.map(({ event_time }) => event_time * 1000), row.startedAt),
      keys: LINK_KEYS.filter((key) => keys.has(key)),
      isDirect: row === start || shared.some(([link]) => startLinks.has(link)),
    }
  }
}

function byTime(one: PathStep, other: PathStep): number {
  return (
    one.at - other.at ||
    one.row.startedAt - other.row.startedAt ||
    one.row.number - other.row.number
  )
}

/** Returns the usable values of a row's copies with their keys. */
const linksOf = perRow(({ copies }) => {
  const links = new Map<string, LinkKey>()
  for (const { user_data } of copies) {
    for (const key of LINK_KEYS) {
      for (const item of [user_data[key]].flat()) {
        const usable = READERS[key](item)
        if (usable) links.set(`${key} ${usable}`, key)
      }
    }
  }
  return links
})

/** Return the part of a value that identifies a person, or `undefined` for values that do not. */
const READERS: Record<LinkKey, (value: unknown) => string | undefined> = {
  external_id: readId,
  fbp: (value) => (typeof value === 'string' ? FBP.exec(value)?.[1] : undefined),
  lead_id: (value) => (isLeadId(value) ? String(value) : undefined),
  em: readHash,
  ph: readHash,
}

/** The value of the cookie, without what Meta's parameter builder appends. */
const FBP = /^(fb\.\d\.\d{13}\.[\w-]+)(?:\.[\w-]{2,8})?$/

/** What pages send for a visitor whom they do not know. */
const NOBODY = [
  '',
  '0',
  'null',
  'undefined',
  'nan',
  'none',
  'unknown',
  'anonymous',
  'guest',
  '[object object]',
]
const NOBODYS_HASHES = new Set(NOBODY.map((text) => sha256Hex(text)))
const MAX_ID_LENGTH = 200
/** The emulator replaces different values by the same mask. */
const MASK = /\[(?:masked|redacted)/

function readId(value: unknown): string | undefined {
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return undefined
  const id = String(value).trim()
  if (isHashed(id)) return readHash(id)
  const isUsable =
    id.length <= MAX_ID_LENGTH && !NOBODY.includes(id.toLowerCase()) && !MASK.test(id)
  return isUsable ? id : undefined
}

function readHash(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isHashed(value)) return undefined
  const digest = value.slice(0, 64).toLowerCase()
  return NOBODYS_HASHES.has(digest) ? undefined : digest
}

import type { Finding } from '@conversion-capi/content'
import { hashPii, type NationalPhone, toInternational } from '@conversion-capi/core/pii'
import { EVENT_NAMES } from '@conversion-capi/core/protocol'
import type { Place } from '@conversion-capi/meta/terminal'

import type { Copy } from './answer-requests.ts'
import { finding } from './visit-rules.ts'

/** What all findings of a visit depend on. */
export interface Site {
  /** The name of the tracker. */
  name: string
  /** Other pixels are reported, and their events do not count. */
  pixelId: string | undefined
  /** Whether pages send the pixel's copy. */
  hasPixel: boolean
  endpoint: string
  nationalPhone?: NationalPhone | undefined
}

/** Returns whether Meta counts a copy for the pixel of the site. */
export function isOfPixel({ source, pixelId }: Copy, site: Site): boolean {
  return source === 'server' || site.pixelId === undefined || pixelId === site.pixelId
}

/** The events that only the pixel sends, such as custom ones, have no second copy. */
const OF_VISITOR: ReadonlySet<string> = new Set(
  EVENT_NAMES.filter((name) => name !== 'PageView' && name !== 'ViewContent'),
)

/** Returns whether a copy is of an event that a visitor causes, and not of the page itself. */
export function isOfVisitor(copy: Copy, site: Site): boolean {
  return isOfPixel(copy, site) && OF_VISITOR.has(copy.name)
}

/** How many of these copies Meta counts: those with the same ID once, and each one without an ID. */
export function countEvents(copies: Copy[]): number {
  const ids = new Set(copies.flatMap(({ id }) => id ?? []))
  return ids.size + copies.filter(({ id }) => id === undefined).length
}

/** Reports what Meta makes of the copies of one event that should count once. */
export function judgeCopies(copies: Copy[], site: Site, place: Place): Finding[] {
  const [first] = copies
  if (!first) return []
  const { name: event } = first
  const failed = copies.find(
    ({ source, status, problem }) =>
      source === 'server' && (status !== 200 || problem !== undefined),
  )
  if (failed) {
    const { status, problem, location } = failed
    if (problem !== undefined)
      return [finding('endpoint-rejects', place, { event, reason: problem })]
    const shown =
      status === 0 ? 'nothing' : `${status}${location === undefined ? '' : ` to ${location}`}`
    return [finding('endpoint-status', {}, { status: shown, endpoint: site.endpoint })]
  }
  const ofServer = copies.filter(({ source }) => source === 'server')
  const ofBrowser = copies.filter(({ source }) => source === 'browser')
  if (ofServer.length === 0 || (ofBrowser.length === 0 && site.hasPixel)) {
    const source = ofServer.length === 0 ? 'browser' : 'server'
    return [finding('copy-missing', place, { event, source })]
  }
  const isSplit =
    countEvents(copies) === 2 && countEvents(ofServer) === 1 && countEvents(ofBrowser) === 1
  return isSplit ? [finding('copy-ids', place, { event, name: site.name })] : []
}

const KEYS = { email: 'em', phone: 'ph' } as const

/** Compares the hashes of the server's copy with what was typed. */
export function judgeContacts(
  copies: Copy[],
  typed: ReadonlyMap<string, string>,
  site: Site,
  place: Place,
): Finding[] {
  const copy = copies.find(({ source }) => source === 'server')
  if (!copy) return []
  const missing: string[] = []
  const findings: Finding[] = []
  for (const [kind, key] of Object.entries(KEYS)) {
    const value = typed.get(kind)
    if (value === undefined) continue
    const sent = [copy.userData[key] ?? []].flat() as string[]
    if (sent.length === 0) missing.push(kind)
    else if (!hashesOf(key, value, site).some((hash) => sent.includes(hash!))) {
      findings.push(finding('hash-differs', place, { key: kind, event: copy.name }))
    }
  }
  // One of them is enough for Meta to find the person.
  if (
    missing.length > 0 &&
    findings.length === 0 &&
    missing.length === [...typed.keys()].filter((kind) => kind in KEYS).length
  ) {
    findings.push(
      finding('contacts-missing', place, { event: copy.name, keys: missing.join(' and ') }),
    )
  }
  return findings
}

function hashesOf(
  key: 'em' | 'ph',
  value: string,
  { nationalPhone }: Site,
): (string | undefined)[] {
  if (key === 'em') return [hashPii(key, value)]
  const converted = nationalPhone && toInternational(value, nationalPhone)
  return [hashPii(key, value), ...(converted === undefined ? [] : [hashPii(key, converted)])]
}

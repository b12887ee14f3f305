import { checkNames, type ServerEvent } from '../protocol.ts'
import { describeError } from './common/redact.ts'
import { withTimeout } from './common/with-timeout.ts'
import type { Config } from './config/config.ts'
import type { SchoolOfEvent } from './config/read-schools.ts'
import type { ProcessResult } from './outcome/outcome.ts'

/** Limits of the events of one school that one process keeps, because anyone can send events to the endpoint. */
export interface KeepLimits {
  /** Maximum number of events per minute. @default 600 */
  perMinute?: number
  /**
   * Maximum number of events within 48 hours, after which an event is no longer redelivered. Limits the size of the
   * backlog.
   *
   * @default 50000
   */
  total?: number
}

/** The default limits, and the fixed lengths of the windows in which events are counted, in milliseconds. */
const LIMITS: Record<keyof KeepLimits, [defaultLimit: number, lengthMs: number]> = {
  perMinute: [600, 60_000],
  total: [50_000, 48 * 3_600_000],
}

/** Maximum size of the JSON of an event that is kept. Queues limit the size of a message, some to 128 KB. */
const MAX_KEPT_BYTES = 65_536

const KEEP_TIMEOUT_MS = 2000

/**
 * Creates the function that passes a copy of an undelivered event to `keep`, within the limits and within 2 seconds. The
 * function never rejects.
 */
export function createKeepEvent(
  keep: (event: ServerEvent, school: SchoolOfEvent) => unknown,
  limits: KeepLimits = {},
  now: () => number,
): (event: ServerEvent, config: Config) => Promise<Pick<ProcessResult, 'kind' | 'keepError'>> {
  const windows: Record<string, { start: number; count: number }> = {}

  return async function keepEvent(event, { pixelId, school, accessToken }) {
    const json = JSON.stringify(event)
    if (new TextEncoder().encode(json).length > MAX_KEPT_BYTES) {
      return { keepError: `The event is longer than ${MAX_KEPT_BYTES} bytes.` }
    }
    for (const [name, [defaultLimit, lengthMs]] of Object.entries(LIMITS)) {
      const limit = limits[name as keyof KeepLimits] ?? defaultLimit
      // A flood at one school must not displace the events of another.
      const window = (windows[`${name} ${pixelId} ${school}`] ??= { start: Infinity, count: 0 })
      // The clock can be set back.
      if (Math.abs(now() - window.start) >= lengthMs) {
        window.start = now()
        window.count = 0
      }
      if (++window.count > limit) {
        return { keepError: `keepLimits.${name} (${limit}) is reached.` }
      }
    }
    try {
      await withTimeout(KEEP_TIMEOUT_MS, async () => keep(JSON.parse(json), { pixelId, school }))
      return { kind: 'kept' }
    } catch (error) {
      const text = describeError({ toString: () => nameError(error) }, accessToken)
      return { keepError: `keep failed: ${text}.` }
    }
  }
}

/**
 * Returns the name and the code of a thrown value.
 *
 * Not its message: databases quote the row, which contains an IP and hashes. An IP and a hash are not short words.
 */
function nameError(error: unknown): string {
  const { name, code, cause } = (error ?? {}) as {
    name?: string
    code?: string
    cause?: { code?: string }
  }
  const words = [name, code, cause?.code]
  return words.filter((word) => word && /^\w{1,40}$/.test(word)).join(' ')
}

/** @throws {TypeError} If a limit is unknown or not a positive integer. */
export function checkLimits(limits: KeepLimits = {}): void {
  checkNames(limits, Object.keys(LIMITS), 'keepLimits')
  for (const [name, limit] of Object.entries(limits)) {
    if (!Number.isSafeInteger(limit) || (limit as number) <= 0) {
      throw new TypeError(`keepLimits.${name} must be a positive integer.`)
    }
  }
}

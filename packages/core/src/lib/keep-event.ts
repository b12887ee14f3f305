import type { ServerEvent } from '../protocol.ts'
import { checkNames } from './check-config.ts'
import type { ProcessResult } from './outcome.ts'
import { describeError } from './redact.ts'
import { withTimeout } from './with-timeout.ts'

/** Limits of the events that one process keeps, because anyone can send events to the endpoint. */
export interface KeepLimits {
  /**
   * Maximum number of events per minute.
   *
   * @default 600
   */
  perMinute?: number
  /**
   * Maximum number of events within 48 hours, after which an event is no longer redelivered. Limits the size of the
   * backlog.
   *
   * @default 50000
   */
  total?: number
}

const DEFAULT_LIMITS: Required<KeepLimits> = { perMinute: 600, total: 50_000 }

/** Maximum length of the JSON of an event that is kept. Queues limit the size of a message, some to 128 KB. */
const MAX_KEPT_LENGTH = 65_536

const KEEP_TIMEOUT_MS = 2000

/**
 * Creates the function that passes an undelivered event to `keep`, within the limits and within 2 seconds.
 *
 * @param keep The option of the handler.
 * @param limits Overrides of the default limits.
 * @param now Returns the current time in milliseconds since the epoch.
 * @returns A function that resolves to the fields of the outcome. It never rejects.
 * @throws {TypeError} If a limit is unknown or not a positive integer.
 */
export function createKeepEvent(
  keep: (event: ServerEvent) => unknown,
  limits: KeepLimits,
  now: () => number,
): (event: ServerEvent, accessToken: string) => Promise<Pick<ProcessResult, 'kind' | 'keepError'>> {
  checkLimits(limits)
  const { perMinute, total } = { ...DEFAULT_LIMITS, ...limits }
  const minute = createWindow(perMinute, 60_000)
  const backlog = createWindow(total, 48 * 3_600_000)

  return async function keepEvent(event, accessToken) {
    if (JSON.stringify(event).length > MAX_KEPT_LENGTH) {
      return { keepError: `The event is longer than ${MAX_KEPT_LENGTH} characters.` }
    }
    if (!minute.take(now())) return { keepError: `keepLimits.perMinute (${perMinute}) is reached.` }
    if (!backlog.take(now())) return { keepError: `keepLimits.total (${total}) is reached.` }
    try {
      await withTimeout(KEEP_TIMEOUT_MS, async () => keep(event))
      return { kind: 'kept' }
    } catch (error) {
      return { keepError: describeError(error, accessToken) }
    }
  }
}

/** Counts events in windows of a fixed length. */
function createWindow(limit: number, lengthMs: number): { take: (nowMs: number) => boolean } {
  let start = -Infinity
  let count = 0
  return {
    take(nowMs) {
      if (nowMs - start >= lengthMs) {
        start = nowMs
        count = 0
      }
      return ++count <= limit
    },
  }
}

function checkLimits(limits: KeepLimits): void {
  checkNames('keepLimits', limits, Object.keys(DEFAULT_LIMITS))
  for (const [name, limit] of Object.entries(limits)) {
    if (!Number.isSafeInteger(limit) || limit <= 0) {
      throw new TypeError(`keepLimits.${name} must be a positive integer.`)
    }
  }
}

import type { ResolvedOptions } from '../emulator-options.ts'
import type { ExplainedError } from '../http/graph-error.ts'

/**
 * An event as the emulator received it, with Meta's field names. If the browser and the server send
 * the same event, each copy is recorded separately.
 */
export interface ReceivedEvent {
  /** `browser`: sent by the pixel to `/tr`. `server`: sent to the Conversions API. */
  readonly source: 'browser' | 'server'
  /** For example `Lead`. */
  readonly event_name: string
  /** Identifies the copies of one event. Events without it are never deduplicated. */
  readonly event_id?: string
  /** Unix time in seconds. */
  readonly event_time: number
  /** The URL of the page. */
  readonly event_source_url?: string
  /** The URL of the previous page. The pixel always sends it, the proxy never, `createSender` if it is given. */
  readonly referrer_url?: string
  /** Present on server events only. */
  readonly action_source?: string
  /** Server: unchanged. Browser: the `ud[…]` fields, and `fbp` and `fbc` from the cookies. */
  readonly user_data: Readonly<Record<string, unknown>>
  /** Server: unchanged, or `{}` if absent. Browser: the `cd[…]` fields; the pixel sends strings. */
  readonly custom_data: Readonly<Record<string, unknown>>
  /** Limited data use. Server: unchanged, as are all other parameters. Browser: the items of the `dpo` field. */
  readonly data_processing_options?: unknown
  /** Limited data use. Server: unchanged. Browser: the `dpoco` field, as a number. */
  readonly data_processing_options_country?: unknown
  /** Limited data use. Server: unchanged. Browser: the `dpost` field, as a number. */
  readonly data_processing_options_state?: unknown
  /** The event that this event follows: unchanged. */
  readonly original_event_data?: unknown
  /** The number of the request that contained the event. The events of a batch share it. */
  readonly request_id: number
  /** The pixel that received the event. */
  readonly pixel_id: string
  /** Milliseconds since the epoch, from the emulator's `now()`. */
  readonly received_at: number
  /** `false` if Meta would discard this copy as a duplicate. */
  readonly counted: boolean
  /**
   * What Meta would warn about, and unhashed personal data that causes no rejection, for example
   * `event_source_url contains unhashed personal data.` Contains no values except the name of an event.
   */
  readonly warnings: readonly string[]
}

export interface EventReceiver extends Pick<ResolvedOptions, 'pixelId' | 'accessToken' | 'now'> {
  record: (event: NewEvent) => void
  /** Records the rejected request, caused by the event at `invalidIndex` if given, and creates its response. */
  reject: (error: ExplainedError, invalidIndex?: number) => Response
  request_id: number
}

/** An event before the log adds its own fields. */
export type NewEvent = Omit<ReceivedEvent, 'received_at' | 'counted' | 'warnings'>

/** Returns whether a value of `user_data` is not empty. */
export function hasContent(value: unknown): boolean {
  return Array.isArray(value)
    ? value.some(hasContent)
    : ![undefined, null, ''].includes(value as never)
}

import type { FaultName } from './faults/faults.ts'
import type { RejectedEvent } from './rejection-log.ts'

/** A request that faults changed. If one of them made it fail, its events may be missing in `events()`. */
export interface FaultedRequest {
  /** The number of the request. */
  readonly request_id: number
  /** For example `POST /{version}/{pixel_id}/events`. */
  readonly route: string
  /** The faults that applied, for example `['latency', 'status']`. */
  readonly faults: readonly FaultName[]
  /** The status of a `status` fault. */
  readonly status?: number
  /** The delay of a `latency` fault in milliseconds. */
  readonly delay_ms?: number
  /** The first 10 events of the request; empty if the body was unreadable. */
  readonly events: readonly RejectedEvent[]
  /** How many events the request contained. */
  readonly event_count: number
  /** Milliseconds since the epoch, from the emulator's `now()`. */
  readonly received_at: number
}

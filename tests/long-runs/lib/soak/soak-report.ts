/** The load, the faults and the configuration of the proxy. */
export interface SoakSettings {
  events: number
  /** The events are split into this many parts. After each one, events are counted and the heap is measured. */
  parts: number
  /** The number of visitors. Each one sends an event, waits for the response, pauses, and repeats. */
  concurrency: number
  /** The mean pause in milliseconds. Without a pause, the run measures only the queue. */
  pauseMs: number
  /** The probability that an attempt fails, from 0 to 1. The faults are equally likely. */
  faultRate: number
  /** Keys of `UPSTREAM_FAULTS`. */
  faults: readonly string[]
  seed: number
  timeoutMs: number
  deadlineMs: number
  retries: number
  retryDelayMs: number
}

/** The result of a run. */
export interface SoakReport {
  settings: SoakSettings
  seconds: number
  /** Events that the proxy accepted and the emulator counted once. */
  accepted: number
  /** Events with `ok: false` that the emulator did not count. */
  failedNotCounted: number
  /** Events with `ok: false` that the emulator counted once. */
  failedButCounted: number
  /** Event IDs. */
  acceptedNotCounted: string[]
  /** Event IDs. */
  countedTwice: string[]
  /** Event IDs in the emulator's log that had not been sent. */
  neverSent: string[]
  /** The number of copies that the emulator discarded as duplicates. */
  duplicates: number
  /** The number of attempts that failed, by fault. */
  faults: Record<string, number>
  /** The number of events by their number of attempts, as reported to `onOutcome`. */
  attempts: number[]
  /** Milliseconds from the call of `handle` to its response. */
  latency: { p50: number; p99: number; max: number }
  /** The longest delay of the event loop, in milliseconds. The machine causes it, not the proxy. */
  loopDelayMs: number
  /** Bytes on the heap after each part and a garbage collection. Empty without `--expose-gc`. */
  heap: number[]
  /** The number of upstream requests that contained unhashed personal data. */
  leaks: number
  unhandledRejections: string[]
}

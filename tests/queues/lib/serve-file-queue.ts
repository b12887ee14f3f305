import { readConfig, readSchools } from '@conversion-capi/core'
import { serve } from '@conversion-capi/node'

import { compressClock } from './compress-clock.ts'
import { writeOutcome } from './write-outcome.ts'

// A server with a queue in a file, in a child process, with a compressed clock.

const { QUEUE, CLOCK_START, CLOCK_SPEED, OUTCOMES } = process.env as Record<string, string>

const speed = Number(CLOCK_SPEED)
const wait = globalThis.setTimeout
// The queue waits for at most a second at a time. Time limits of requests are longer, and stay as they are.
globalThis.setTimeout = ((run: () => void, ms = 0, ...args: []) =>
  wait(run, ms <= 1000 ? ms / speed : ms, ...args)) as typeof setTimeout

const env = { ...process.env, META_RETRIES: '0' }
await serve({
  config: process.env['META_SCHOOLS'] ? readSchools(env) : readConfig(env),
  queue: QUEUE!,
  keepLimits: { perMinute: 1_000_000, total: 1_000_000 },
  now: compressClock(Number(CLOCK_START), speed),
  onOutcome: writeOutcome(OUTCOMES!),
  hostname: '127.0.0.1',
})

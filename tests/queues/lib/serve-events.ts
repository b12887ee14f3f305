import { readConfig } from '@conversion-capi/core'
import { serve } from '@conversion-capi/node'
import { createQueue } from 'conversion-capi-with-pg-boss/queue.ts'

import { compressClock } from './compress-clock.ts'
import { writeOutcome } from './write-outcome.ts'

// The server of the recipe, in a child process, with a compressed clock.

const { DATABASE_URL, CLOCK_START, OUTCOMES } = process.env as Record<string, string>

const queue = createQueue({ connectionString: DATABASE_URL! })
await serve({
  config: readConfig({ ...process.env, META_RETRIES: '0' }),
  keep: queue.keep,
  keepLimits: { perMinute: 1_000_000, total: 1_000_000 },
  now: compressClock(Number(CLOCK_START)),
  onOutcome: writeOutcome(OUTCOMES!),
  hostname: '127.0.0.1',
})

import { createRedelivery, createSender, readConfig } from '@conversion-capi/core'
import { createQueue } from 'conversion-capi-with-pg-boss/queue.ts'

import { compressClock } from './compress-clock.ts'
import { writeOutcome } from './write-outcome.ts'

// The worker of the recipe, in a child process, with a compressed clock.

const { DATABASE_URL, CLOCK_START, OUTCOMES } = process.env as Record<string, string>

const now = compressClock(Number(CLOCK_START))
const config = readConfig({ ...process.env, META_RETRIES: '0' })
const queue = createQueue({
  connectionString: DATABASE_URL!,
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
})
const redeliver = createRedelivery(createSender({ config, now }), {
  now,
  onOutcome: writeOutcome(OUTCOMES!),
})
await queue.consume(redeliver, { localConcurrency: 8, pollingIntervalSeconds: 0.5 })

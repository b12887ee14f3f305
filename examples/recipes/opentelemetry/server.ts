import { logOutcome } from '@conversion-capi/core'
import { serve } from '@conversion-capi/node'

import { observeQueue } from './observe-queue.ts'
import { recordOutcome } from './record-outcome.ts'
import { startMetrics } from './start-metrics.ts'

startMetrics()
const log = logOutcome()
const record = recordOutcome()
const queue = process.env.META_QUEUE_FILE
if (queue) observeQueue(queue)

await serve({
  onOutcome(outcome) {
    log(outcome)
    record(outcome)
  },
})

import { logOutcome } from '@conversion-capi/core'
import { serve } from '@conversion-capi/node'

import { recordOutcome } from './record-outcome.ts'
import { startMetrics } from './start-metrics.ts'

startMetrics()
const log = logOutcome()
const record = recordOutcome()

await serve({
  onOutcome(outcome) {
    log(outcome)
    record(outcome)
  },
})

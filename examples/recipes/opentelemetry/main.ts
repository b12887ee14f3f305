import { logOutcome } from '@conversion-capi/core'
import { createFunction } from '@conversion-capi/deno'

import { recordOutcome } from './record-outcome.ts'

const log = logOutcome()
const record = recordOutcome()

Deno.serve(
  createFunction({
    onOutcome(outcome) {
      log(outcome)
      record(outcome)
    },
  }),
)

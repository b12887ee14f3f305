import { createFunction } from '@conversion-capi/deno'

import { callQueue } from '../_shared/call-queue.ts'

Deno.serve(
  createFunction({
    keep: (event) => callQueue('send', { message: event, sleep_seconds: 60 }),
  }),
)

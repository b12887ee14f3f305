import { createFunction } from '@conversion-capi/deno'

import { callQueue } from '../_shared/call-queue.ts'

Deno.serve(
  createFunction({
    keep: (event, { pixelId }) =>
      callQueue('send', { message: { event, pixelId }, sleep_seconds: 60 }),
  }),
)

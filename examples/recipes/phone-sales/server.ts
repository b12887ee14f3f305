import { createRedelivery, createSender, logOutcome, readConfig } from '@conversion-capi/core'
import { serve } from '@conversion-capi/node'

import { createCalls } from './calls.ts'

const onOutcome = logOutcome()
const send = createSender({ config: readConfig(process.env), onOutcome })
const handleCall = createCalls({
  secret: process.env.CALLS_SECRET ?? '',
  redeliver: createRedelivery(send, { onOutcome }),
})

await serve({
  site: (request) =>
    request.method === 'POST' && new URL(request.url).pathname === '/calls'
      ? handleCall(request)
      : new Response('Not found', { status: 404 }),
})

import { createRedelivery, logOutcome, readConfig, type ServerEvent } from '@conversion-capi/core'

import { callQueue } from '../_shared/call-queue.ts'

const config = readConfig(Deno.env.toObject())
const redeliver = createRedelivery({ config, onOutcome: logOutcome() })
const secret = Deno.env.get('REDELIVER_SECRET')

/** Called by the cron job every minute. */
Deno.serve(async (request) => {
  if (!secret || request.headers.get('Authorization') !== `Bearer ${secret}`) {
    return new Response('Unauthorized', { status: 401 })
  }
  // The messages are invisible to other calls for 15 minutes. Those that are not deleted are then read again.
  const messages = await callQueue('read', { n: 100, sleep_seconds: 900 })
  let retries = 0
  for (const { msg_id, message } of messages as QueueMessage[]) {
    // An event that was kept for another pixel is not sent.
    const { kind } = await redeliver(message.event, message.pixelId)
    if (kind === 'retry') retries++
    else await callQueue('delete', { message_id: msg_id })
  }
  return Response.json({ read: (messages as QueueMessage[]).length, retries })
})

interface QueueMessage {
  msg_id: number
  message: { event: ServerEvent; pixelId: string }
}

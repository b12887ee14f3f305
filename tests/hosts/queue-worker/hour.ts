// A Worker whose time runs faster: each second is one minute. It logs every outcome, delivery and retry as a line of
// JSON.

import {
  conversionQueue,
  createWorker,
  type QueueBatch,
  type QueueMessage,
} from '@conversion-capi/cloudflare'
import { logOutcome } from '@conversion-capi/core'

interface Queue {
  send: (body: unknown) => Promise<unknown>
}

const SPEED = 60
const ORIGIN = Date.UTC(2026, 10)

const options = {
  now: () => ORIGIN + (Date.now() - ORIGIN) * SPEED,
  onOutcome: logOutcome({ everyEvent: true, write: (line) => console.log(line) }),
}
const worker = createWorker({ ...options, queue: conversionQueue('CONVERSIONS') })
const shortWorker = createWorker({ ...options, queue: conversionQueue('SHORT') })

export default {
  async fetch(request: Request, env: { CONVERSIONS: Queue }, context: ExecutionContext) {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/send-text') {
      await env.CONVERSIONS.send('not an event')
      return new Response()
    }
    return (search === '?short' ? shortWorker : worker).fetch(request, env, context)
  },

  async queue(batch: QueueBatch & { queue: string }, env: object) {
    const { queue } = batch
    if (queue === 'dead') {
      for (const { body } of batch.messages) log({ dead: body })
      return
    }
    const messages = batch.messages.map(speedUp)
    await (queue === 'short' ? shortWorker : worker).queue({ ...batch, messages }, env)
  },
}

type ExecutionContext = Parameters<typeof worker.fetch>[2]

/** Divides the delay of a retry by the speed. */
function speedUp(message: QueueMessage): QueueMessage {
  const { id, body } = message
  log({ delivered: id, at: Date.now() })
  return {
    id,
    body,
    ack: () => message.ack(),
    retry({ delaySeconds: delay }) {
      const delaySeconds = Math.ceil(delay / SPEED)
      log({ retried: id, at: Date.now(), delaySeconds })
      message.retry({ delaySeconds })
    },
  }
}

function log(record: object): void {
  console.log(JSON.stringify(record))
}

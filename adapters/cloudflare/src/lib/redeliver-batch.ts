import type { Redelivery, ServerEvent } from '@conversion-capi/core'

/** The part of Cloudflare's `MessageBatch` that the Worker uses. */
export interface QueueBatch {
  readonly messages: readonly QueueMessage[]
  retryAll: (options: { delaySeconds: number }) => void
}

/** The part of Cloudflare's `Message` that the Worker uses. */
export interface QueueMessage {
  readonly id: string
  readonly body: unknown
  ack: () => void
  retry: (options: { delaySeconds: number }) => void
}

/** An event, and the pixel that it was kept for. */
export interface KeptEvent {
  event: ServerEvent
  pixelId: string
}

/**
 * Redelivers the events of a batch, one after the other, and acknowledges or retries each message. Never rejects.
 *
 * @param batch The messages, each with one event.
 * @param redeliver From `createRedelivery`. Gives up bodies that are not events.
 */
export async function redeliverBatch(
  { messages }: Pick<QueueBatch, 'messages'>,
  redeliver: Redelivery,
): Promise<void> {
  // Not concurrently: Workers open at most six connections at a time, and requests that wait for one would time out.
  for (const message of messages) await redeliverMessage(message, redeliver)
}

async function redeliverMessage(message: QueueMessage, redeliver: Redelivery): Promise<void> {
  try {
    const { event, pixelId }: KeptEvent = Object(message.body)
    const result = await redeliver(event, pixelId)
    if (result.kind !== 'retry') return message.ack()
    const delaySeconds = Math.ceil(result.retryAfterMs / 1000)
    message.retry({ delaySeconds: Math.min(delaySeconds, MAX_DELAY_S) })
  } catch (error) {
    // Ends in the dead-letter queue. An error thrown here would also retry the other messages, without a delay.
    console.error(`Message ${message.id} of the queue could not be processed: ${String(error)}`)
    message.retry({ delaySeconds: FAILED_DELAY_S })
  }
}

/** The longest delay that Cloudflare accepts. */
const MAX_DELAY_S = 86_400

const FAILED_DELAY_S = 3600

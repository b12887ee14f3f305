import {
  type AdapterOptions,
  checkRedeliveryOptions,
  type ConfigValue,
  createRedelivery,
  type Redelivery,
  type RedeliveryOptions,
  type SchoolOfEvent,
  type ServerEvent,
} from '@conversion-capi/core'

/**
 * A queue that {@link conversionQueue} returns. The Worker calls it once with its own options, and the result once per
 * `env`, with the options of the handler.
 */
export type ConversionQueue = (
  options: Pick<AdapterOptions, 'config'>,
) => (env: object, options: AdapterOptions) => ConnectedQueue

/** A queue with its binding. */
export interface ConnectedQueue {
  /** Sends an event to the queue. Throws if the binding is missing, so that the outcome contains `keepError`. */
  keep: (event: ServerEvent, school: SchoolOfEvent) => Promise<unknown>
  /** Redelivers the events of a batch. Never rejects. */
  redeliver: (batch: QueueBatch) => Promise<void>
}

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

export interface KeptEvent {
  event: ServerEvent
  pixelId: string
}

/** The part of Cloudflare's `Queue` binding that the Worker uses. */
interface QueueBinding {
  send: (message: KeptEvent) => Promise<unknown>
}

/**
 * Keeps events that could not be delivered in a Cloudflare queue, and redelivers them.
 *
 * Pass it to `createWorker({ queue })`. It is a separate function, so that Workers without a queue do not contain its
 * code.
 *
 * @param binding The name of the queue's binding in `env`, for example `CONVERSIONS`.
 * @param redelivery Options of `createRedelivery`. `now` and `onOutcome` default to the options of the Worker.
 * @throws {TypeError} If an option is unknown or unusable.
 * @example
 * export default createWorker({ queue: conversionQueue('CONVERSIONS') })
 */
export function conversionQueue(
  binding: string,
  redelivery: RedeliveryOptions = {},
): ConversionQueue {
  if (typeof binding !== 'string' || !binding) {
    throw new TypeError('The queue must be the name of a binding.')
  }
  // Checks the options now, not when the first event is kept.
  checkRedeliveryOptions(redelivery)

  return function prepare({ config }) {
    if (typeof config === 'function') {
      throw new TypeError('Option "queue" must be without a config function. Use "keep".')
    }
    return function connect(env, options) {
      const { config, fetch, now, onOutcome } = options
      const redeliver = createRedelivery(
        { config: config as ConfigValue, fetch, now, onOutcome },
        redelivery,
      )
      return {
        keep: createKeep(env, binding),
        redeliver: (batch) => redeliverBatch(batch, redeliver),
      }
    }
  }
}

/** Logs an error if the binding is missing, because `keep` is not called until an event cannot be delivered. */
function createKeep(env: object, binding: string): ConnectedQueue['keep'] {
  const queue = (env as Record<string, QueueBinding | undefined>)[binding]
  if (typeof queue?.send === 'function') {
    return (event, { pixelId }) => queue.send({ event, pixelId })
  }

  const problem =
    `env.${binding} is not a queue. ` +
    `Add { "binding": "${binding}", "queue": "<name>" } to queues.producers of wrangler.jsonc.`
  console.error(problem)
  return () => {
    // Outcomes contain the name and the code of an error, not its message.
    throw Object.assign(new Error(problem), { code: 'NO_QUEUE' })
  }
}

/** Redelivers the events of a batch, and acknowledges or retries each message. Never rejects. */
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
    console.error(`Message ${message.id} could not be processed: ${String(error)}`)
    message.retry({ delaySeconds: FAILED_DELAY_S })
  }
}

/** The longest delay that Cloudflare accepts. */
const MAX_DELAY_S = 86_400

const FAILED_DELAY_S = 3600

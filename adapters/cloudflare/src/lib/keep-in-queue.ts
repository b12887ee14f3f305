import type { ServerEvent } from '@conversion-capi/core'

/** The part of Cloudflare's `Queue` binding that the Worker uses. */
interface QueueBinding {
  send: (event: ServerEvent) => Promise<unknown>
}

/**
 * Creates the `keep` option that sends events to a queue. Logs an error if the binding is missing, because the option
 * is not called until an event cannot be delivered.
 *
 * @param binding The name of the queue's binding in `env`.
 * @returns A function that throws if the binding is missing, so that the outcome contains `keepError`.
 */
export function keepInQueue(
  env: object,
  binding: string,
): (event: ServerEvent) => Promise<unknown> {
  const queue = (env as Record<string, QueueBinding | undefined>)[binding]
  if (typeof queue?.send === 'function') return (event) => queue.send(event)

  const problem =
    `env.${binding} is not a queue. ` +
    `Add { "binding": "${binding}", "queue": "<name of the queue>" } to queues.producers in wrangler.jsonc.`
  console.error(problem)
  return () => {
    throw new Error(problem)
  }
}

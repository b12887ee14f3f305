/**
 * The conversion proxy and the static assets of a site as one Cloudflare Worker: {@link createWorker}.
 *
 * @module
 */

export {
  type ConnectedQueue,
  conversionQueue,
  type ConversionQueue,
  type QueueBatch,
  type QueueMessage,
} from './lib/conversion-queue.ts'
export {
  clientIp,
  createWorker,
  type Worker,
  type WorkerContext,
  type WorkerOptions,
} from './lib/worker.ts'

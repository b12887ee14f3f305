/**
 * The conversion proxy and a site's static assets as one Cloudflare Worker: {@link createWorker}.
 *
 * @module
 */

export { clientAddress } from './lib/client-address.ts'
export { createWorker, type Worker, type WorkerOptions } from './lib/create-worker.ts'

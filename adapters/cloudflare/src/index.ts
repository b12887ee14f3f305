/**
 * The conversion proxy and a site's static assets as one Cloudflare Worker: {@link createWorker}.
 *
 * @module
 */

export { clientIp } from './lib/client-ip.ts'
export { createWorker, type Worker, type WorkerOptions } from './lib/create-worker.ts'

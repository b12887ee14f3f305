/**
 * The conversion proxy and the static assets of a site as one Cloudflare Worker: {@link createWorker}.
 *
 * @module
 */

export { clientIp, createWorker, type Worker, type WorkerContext } from './lib/worker.ts'

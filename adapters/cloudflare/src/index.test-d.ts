// Compiled, never run: the Worker matches Cloudflare's types.
import type { ServerEvent } from '@conversion-capi/core'

import { clientIp, conversionQueue, createWorker } from './index.ts'

interface Env {
  ASSETS: Fetcher
  META_PIXEL_ID: string
  META_ACCESS_TOKEN: string
  CONVERSIONS: Queue<ServerEvent>
}

export const withAssets: ExportedHandler<Env> = createWorker({ clientIp })
export const withoutAssets: ExportedHandler<{ OTHER: string }> = createWorker()
export const withQueue: ExportedHandler<Env, ServerEvent> = createWorker({
  queue: conversionQueue('CONVERSIONS', { maxAgeMs: 3_600_000, maxPerSecond: 5 }),
})

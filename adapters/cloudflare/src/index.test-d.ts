// Compiled, never run: the Worker matches Cloudflare's types.
import { clientIp, createWorker } from './index.ts'

interface Env {
  ASSETS: Fetcher
  META_PIXEL_ID: string
  META_ACCESS_TOKEN: string
}

export const withAssets: ExportedHandler<Env> = createWorker({ clientIp })
export const withoutAssets: ExportedHandler<{ OTHER: string }> = createWorker()

// Compiled, not run: Cloudflare's own types take what the package makes.
import { clientIp, createWorker } from './index.ts'

interface Env {
  ASSETS: Fetcher
  META_PIXEL_ID: string
  META_ACCESS_TOKEN: string
}

export const withAssets: ExportedHandler<Env> = createWorker({ clientIp })
export const withoutAnything: ExportedHandler<{ OTHER: string }> = createWorker()

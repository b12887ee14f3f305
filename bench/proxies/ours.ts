import { type Config, createHandler } from '@conversion-capi/core'

import { ACCESS_TOKEN, PIXEL_ID } from './lead.ts'
import type { Proxy, Upstream } from './proxy.ts'

/** Creates our proxy with a static configuration and without a logger. */
export function createOurs({ graphUrl, fetch }: Upstream): Proxy {
  return createHandler({ config: configFor(graphUrl), fetch })
}

export function configFor(graphUrl: string): Config {
  return { pixelId: PIXEL_ID, accessToken: ACCESS_TOKEN, graphUrl }
}

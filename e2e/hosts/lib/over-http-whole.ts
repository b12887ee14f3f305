import type { Host } from '@conversion-capi/conformance'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

/** As `overHttp`, with a `Content-Length` as browsers send it, for a runtime that takes no chunks. */
export function overHttpWhole(origin: string): Host['handle'] {
  return async function handle(request) {
    const { method, headers } = request
    const body = request.body && (await request.arrayBuffer())
    return fetch(origin + CONVERSION_PATH, { method, headers, body })
  }
}

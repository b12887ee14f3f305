import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

/** A running proxy, in this process or behind HTTP. */
export interface Host {
  /** Sends a request to the proxy. */
  handle: (request: Request) => Promise<Response>
  /** Stops the proxy. */
  close?: () => Promise<void>
}

/**
 * Starts the proxy.
 *
 * @param env The proxy's environment variables. No other `META_…` variable may be set.
 */
export type StartHost = (env: Record<string, string>) => Host | Promise<Host>

/**
 * Returns a handler that sends requests to a proxy over HTTP.
 *
 * @param origin The origin that serves the proxy, without a trailing slash.
 */
export function overHttp(origin: string): Host['handle'] {
  return async function handle({ method, headers, body }) {
    // Without `duplex`, fetch throws if the body is a stream.
    const init = { method, headers, body, duplex: 'half' }
    return fetch(origin + CONVERSION_PATH, init as RequestInit)
  }
}

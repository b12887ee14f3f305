import { GRAPH_VERSION, type UpstreamBody } from '../protocol.ts'
import type { Config } from './config.ts'
import { deprecation } from './deprecation.ts'
import { parseUpstream } from './parse-upstream.ts'
import { readText } from './read-text.ts'
import { redact } from './redact.ts'
import { retryAfter } from './retry-after.ts'

/** One answer of the platform. */
export interface Reply {
  status: number
  upstream: UpstreamBody
  /** How long the platform asks to be left alone, in milliseconds. */
  retryAfterMs: number
  /** What it says of the version it was called at. */
  deprecation?: string | undefined
}

/** Sends the body to the platform's events interface, once. Rejects when no whole answer arrives. */
export async function post(
  body: string,
  config: Config,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Reply> {
  const { graphUrl = 'https://graph.facebook.com', graphVersion = GRAPH_VERSION } = config
  const { pixelId, accessToken } = config
  const url = `${graphUrl}/${graphVersion}/${encodeURIComponent(pixelId)}/events`

  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    // Followed, a redirect would carry the token to wherever it points.
    redirect: 'manual',
    signal,
  })
  const { text } = await readText(response.body, MAX_BYTES)
  return {
    status: response.status,
    upstream: parseUpstream(text, accessToken),
    retryAfterMs: retryAfter(response.headers.get('Retry-After'), Date.now()),
    deprecation: redact(deprecation(response.headers, graphVersion), accessToken),
  }
}

// The platform's answers are a few hundred bytes; whatever is longer is not one of them.
const MAX_BYTES = 65_536

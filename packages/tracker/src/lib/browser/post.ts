import { tryCall } from './try-call.ts'

/**
 * Posts an event such that the request survives a navigation, with the transports the browser has.
 *
 * Credentials are omitted, and the beacon is a string rather than a JSON Blob, because a cross-origin
 * request with credentials fails if the response allows every origin (`*`).
 *
 * @param keepalive Browsers limit the keepalive requests in flight to 64 KiB per page, so that longer
 *   bodies are sent without it.
 * @returns Whether the event is done: accepted, or rejected for good. `false` means it can be retried.
 */
export function post(
  endpoint: string,
  body: string,
  keepalive: boolean = body.length < 60_000,
): Promise<boolean | undefined> | boolean | undefined {
  const request = tryCall(() =>
    fetch(endpoint, {
      method: 'POST',
      keepalive,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body,
    }),
  )
  if (!request) return tryCall(() => navigator.sendBeacon(endpoint, body))

  return request.then(
    async (response) => {
      // Reads the body of every response: until then the request counts against the keepalive limit.
      const result = await response.json().catch(() => response)
      // The proxy reports an upstream failure as 200 with `ok: false` and the upstream status.
      const status = (result?.ok ?? true) ? response.status : (result.status ?? 500)
      return status !== 429 && status < 500
    },
    () => keepalive && post(endpoint, body, false),
  )
}

import { quietly } from './quietly.ts'

/**
 * Posts an event in a way that outlives the page, with whatever transport is left.
 *
 * Cookies of the endpoint's host stay at home: it needs none, and with them a cross-origin request would
 * fail. A beacon's body is a plain string for the same reason.
 *
 * @returns Whether the matter is settled: delivered, or refused for good. `false` is worth another try.
 */
export function post(
  endpoint: string,
  body: string,
  // A page may have 64 KiB of such requests under way; what is longer goes without.
  keepalive: boolean = body.length < 60000,
): Promise<boolean | undefined> | boolean | undefined {
  const request = quietly(() =>
    fetch(endpoint, {
      method: 'POST',
      keepalive,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body,
    }),
  )
  if (!request) return quietly(() => navigator.sendBeacon(endpoint, body))

  return request.then(
    async (response) => {
      // Read in any case: until then the browser counts the request as under way.
      const answer = await response.json().catch(() => response)
      // 200 with `ok: false` and the platform's status says that the platform failed.
      const status = (answer?.ok ?? true) ? response.status : (answer.status ?? 500)
      return status !== 429 && status < 500
    },
    () => keepalive && post(endpoint, body, false),
  )
}

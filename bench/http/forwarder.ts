import { ACCESS_TOKEN, PIXEL_ID } from './lead.ts'

/**
 * Creates the bare forwarder: the least code whose events Meta accepts. It parses the body, adds the fields that only the
 * server knows, calls `fetch` and responds. It checks, limits and retries nothing.
 */
export function createForwarder(graphUrl: string) {
  const url = `${graphUrl}/v18.0/${PIXEL_ID}/events`

  return async function forward(
    body: string,
    { userAgent, ip }: { userAgent: string | undefined; ip: string },
  ): Promise<string> {
    const event = JSON.parse(body) as { user_data: object }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        data: [
          {
            ...event,
            event_time: Math.floor(Date.now() / 1000),
            action_source: 'website',
            user_data: { ...event.user_data, client_user_agent: userAgent, client_ip_address: ip },
          },
        ],
        access_token: ACCESS_TOKEN,
      }),
    })
    return JSON.stringify({ ok: response.ok, upstream: await response.json() })
  }
}

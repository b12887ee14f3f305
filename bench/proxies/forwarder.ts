import { ACCESS_TOKEN, PIXEL_ID } from './lead.ts'
import type { Proxy, Upstream } from './proxy.ts'

/**
 * Creates the bare forwarder: the least code whose events Meta accepts. It reads the body, adds the fields that only the
 * server knows, calls `fetch` and responds. It checks, limits and retries nothing.
 */
export function createForwarder({ graphUrl, fetch }: Upstream): Proxy {
  const url = `${graphUrl}/v18.0/${PIXEL_ID}/events`

  return async function handle(request) {
    const event = (await request.json()) as { user_data: object }
    const { headers } = request
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        data: [
          {
            ...event,
            event_time: Math.floor(Date.now() / 1000),
            action_source: 'website',
            user_data: {
              ...event.user_data,
              client_user_agent: headers.get('User-Agent'),
              client_ip_address: headers.get('X-Forwarded-For'),
            },
          },
        ],
        access_token: ACCESS_TOKEN,
      }),
    })
    return Response.json({ ok: response.ok, upstream: await response.json() })
  }
}

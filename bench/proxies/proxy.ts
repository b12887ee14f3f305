/** Forwards one event and responds to the page, as hosts with the Fetch standard call it. */
export type Proxy = (request: Request) => Promise<Response>

/** Forwards one event, and returns the body of the response to the page. */
export type Send = (body: string, visitor: Visitor) => Promise<string>

export interface Visitor {
  userAgent: string | undefined
  ip: string | undefined
}

export interface Upstream {
  /** For example `http://127.0.0.1:4000`. */
  graphUrl: string
  fetch: typeof fetch
}

export function toProxy(send: Send): Proxy {
  return async function handle(request) {
    const { headers } = request
    const body = await send(await request.text(), {
      userAgent: headers.get('User-Agent') ?? undefined,
      ip: headers.get('X-Forwarded-For') ?? undefined,
    })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  }
}

/** Forwards one event and responds to the page. */
export type Proxy = (request: Request) => Promise<Response>

/** Where a proxy sends its events. */
export interface Upstream {
  /** For example `http://127.0.0.1:4000`. */
  graphUrl: string
  fetch: typeof fetch
}

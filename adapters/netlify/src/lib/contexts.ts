/** What the proxy uses of Netlify's `Context`. */
export interface NetlifyContext {
  /** The visitor's address, as Netlify saw it. */
  ip?: string
}

/** Netlify's context of a request, for as long as there is the request. */
export const contexts: WeakMap<Request, NetlifyContext> = new WeakMap()

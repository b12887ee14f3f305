/** What the proxy uses of Deno's `ServeHandlerInfo`. */
export interface ConnectionInfo {
  /** The other end of the connection; it has a host name when the transport is TCP. */
  remoteAddr: { transport: string; hostname?: string }
}

/** The connection of a request, for as long as there is the request. */
export const connections: WeakMap<Request, ConnectionInfo> = new WeakMap()

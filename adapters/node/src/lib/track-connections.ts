import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server. */
export interface Connections {
  /**
   * Resolves when the request may be handled: at once, unless its client pipelines more than `MAX_PENDING` requests.
   * Never resolves if the connection closes before that.
   */
  waitForTurn(request: IncomingMessage): Promise<void>
  /** Sets `Connection: close` if the connection must close after this response. Call it before sending the headers. */
  closeIfLast(request: IncomingMessage, response: ServerResponse): void
  /** Stops listening and closes each connection after its pending responses, but at most `ms` later. */
  drain(ms: number): Promise<void>
  /** Closes all connections at once. */
  destroyAll(): void
}

/**
 * Tracks the connections of a server, so that no response is lost when a connection closes, and a client that
 * pipelines requests cannot exhaust the memory.
 *
 * Replaces `destroySoon` and `resume` of every socket, and `closeIdleConnections` of the server. decisions/027
 * describes why, and the tests that fail without the patches.
 */
export function trackConnections(server: Server): Connections {
  const connectionsBySocket = new Map<Socket, Connection>()
  let draining = false

  server.on('connection', (socket: Socket) => {
    const connection: Connection = { pending: [], bytesRead: 0, closing: false }
    connectionsBySocket.set(socket, connection)
    socket.once('close', () => connectionsBySocket.delete(socket))

    // Node.js calls it to read the body of any request, even if the whole body has arrived.
    const { resume } = socket
    socket.resume = () => (connection.pending.length > MAX_PENDING ? socket : resume.call(socket))

    // Node.js calls it to close a connection after the last response.
    const { destroySoon } = socket
    socket.destroySoon = () => {
      if (connection.pending[0]?.request.complete === false) closeAfterRequest(socket)
      else destroySoon.call(socket)
    }
  })

  // Before the listener that handles the request.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connectionsBySocket.get(socket)
    if (!connection) return

    const { pending } = connection
    pending.push({ request })
    // Only the last request of a connection can be incomplete, so this never stops a body that is being handled.
    if (pending.length > MAX_PENDING) socket.pause()

    response.once('close', () => {
      pending.shift()
      connection.bytesRead = socket.bytesRead
      if (!socket.destroyed) pending[MAX_PENDING - 1]?.start?.()
      if (pending.length === MAX_PENDING) socket.resume()
      if (draining) closeIdle()
    })
  })

  // `server.close()` calls it. The original counts a connection as idle once the response is written, and would
  // cut off the part that a slow client has not received yet.
  server.closeIdleConnections = closeIdle

  return { waitForTurn, closeIfLast, drain, destroyAll }

  function waitForTurn(request: IncomingMessage): Promise<void> {
    const { pending = [], closing } = connectionsBySocket.get(request.socket) ?? {}
    // After `Connection: close` no further request may be processed (RFC 9112, section 9.6).
    if (closing) return new Promise(() => {})
    const index = pending.findLastIndex((each) => each.request === request)
    if (index < MAX_PENDING) return Promise.resolve()
    return new Promise((resolve) => (pending[index]!.start = resolve))
  }

  function closeIfLast(request: IncomingMessage, response: ServerResponse): void {
    const connection = connectionsBySocket.get(request.socket)
    const isLast = !connection || connection.pending.at(-1)?.request === request
    // The rest of a request body that is still arriving must not be read as the next request.
    if (request.complete && !(draining && isLast)) return
    response.setHeader('Connection', 'close')
    if (connection) connection.closing = true
  }

  async function drain(ms: number): Promise<void> {
    draining = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const timer = setTimeout(destroyAll, ms)
    await closed
    clearTimeout(timer)
  }

  function closeIdle(): void {
    for (const [socket, connection] of connectionsBySocket) {
      if (isIdle(socket, connection)) socket.destroy()
    }
  }

  function destroyAll(): void {
    for (const socket of connectionsBySocket.keys()) socket.destroy()
  }
}

/**
 * How many requests of one connection are handled at the same time. Further requests wait, and the server stops
 * reading from the connection. Browsers and common reverse proxies do not pipeline.
 */
const MAX_PENDING = 8

interface Connection {
  /** Requests without a complete response, in the order of arrival. More than one if the client pipelines. */
  pending: PendingRequest[]
  /** `socket.bytesRead` at the end of the last response. */
  bytesRead: number
  /** Whether a response has `Connection: close`. */
  closing: boolean
}

interface PendingRequest {
  request: IncomingMessage
  /** Set while the request waits for its turn. */
  start?: () => void
}

/** Returns whether nothing has arrived since the last response and the connection is not closing already. */
function isIdle(socket: Socket, { pending, bytesRead }: Connection): boolean {
  return pending.length === 0 && socket.bytesRead === bytesRead && !socket.writableEnded
}

/**
 * Closes a connection whose client is still sending the request body, by the procedure of RFC 9112, section 9.6.
 *
 * Closing it at once would reset it, and a client that sends before it reads would see the reset instead of the
 * response. This function stops writing and discards what arrives, until the client closes the connection or
 * exceeds the limits.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
function closeAfterRequest(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), MAX_DISCARD_MS)
  socket.once('close', () => clearTimeout(timer))

  socket.end()
  socket.resume()
  // Node.js must resume the socket itself first: it cannot once another listener is attached.
  process.nextTick(discard, socket)
}

function discard(socket: Socket): void {
  let bytesLeft = MAX_DISCARD_BYTES
  socket.on('data', (chunk) => {
    bytesLeft -= chunk.length
    if (bytesLeft < 0) return void socket.destroy()
    // Without the pause, a client on a fast network would exceed the limit before it reads the response.
    socket.pause()
    setTimeout(() => socket.resume(), PAUSE_MS)
  })
}

const PAUSE_MS = 2
const MAX_DISCARD_BYTES = 16 * 1024 * 1024
const MAX_DISCARD_MS = 5000

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/**
 * Tracks the connections of a server, so that no response is lost when a connection closes, and a client that
 * pipelines requests cannot exhaust the memory.
 *
 * Replaces `destroySoon` of every socket, and `closeIdleConnections` of the server. decisions/027 describes why.
 */
export function trackConnections(server: Server) {
  /** The incomplete responses of each connection: more than one if the client pipelines. */
  const connections = new Map<Socket, Set<ServerResponse>>()
  let draining = false
  let mayCloseIdle = false
  let hasAccepted = false

  server.on('connection', (socket: Socket) => {
    hasAccepted = true
    const pending = new Set<ServerResponse>()
    connections.set(socket, pending)
    socket.once('close', () => connections.delete(socket))

    // Node.js calls it to close a connection after the last response.
    const { destroySoon } = socket
    socket.destroySoon = () => {
      if ([...pending].some(({ req }) => !req.complete)) closeAfterRequest(socket)
      else destroySoon.call(socket)
    }
  })

  // Before the listener that handles the request.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const pending = connections.get(socket)
    if (pending && pending.add(response).size > MAX_PENDING) socket.destroy()
    response.once('close', () => {
      pending?.delete(response)
      closeIdle()
    })
  })

  // `server.close()` calls it. The original counts a connection as idle once the response is written, and would
  // cut off the part that a slow client has not received yet.
  server.closeIdleConnections = closeIdle

  return {
    /** Sets `Connection: close` if the connection must close after this response. */
    closeIfLast(response: ServerResponse): void {
      // The rest of a request body that is still arriving must not be read as the next request.
      if (draining || !response.req.complete) response.setHeader('Connection', 'close')
    },
    /**
     * Stops listening and closes each connection after its pending responses, but at most `ms` later. Responds to
     * requests that are on their way: a reverse proxy must not repeat a POST that was reset, so the visitor gets a 502.
     */
    async drain(ms: number): Promise<void> {
      draining = true
      const deadline = setTimeout(() => server.closeAllConnections(), ms)
      // Closing the port resets the connections that wait to be accepted. Node.js accepts one per turn.
      let turns = 0
      do {
        hasAccepted = false
        await setImmediate()
        await setImmediate()
      } while (hasAccepted && ++turns < MAX_ACCEPTING_TURNS)
      const grace = setTimeout(async () => {
        // Reads what arrived while the event loop was blocked.
        await setImmediate()
        mayCloseIdle = true
        closeIdle()
      }, GRACE_MS)
      await new Promise((resolve) => server.close(resolve))
      clearTimeout(deadline)
      clearTimeout(grace)
    },
  }

  function closeIdle(): void {
    if (!mayCloseIdle) return
    for (const [socket, pending] of connections) {
      if (pending.size === 0 && !socket.writableEnded) socket.destroy()
    }
  }
}

/** Under a constant load, more connections arrive in every turn. */
const MAX_ACCEPTING_TURNS = 50

/** How long connections without a request stay open after the server stopped listening. */
const GRACE_MS = 200

/**
 * How many requests of one connection may wait for a response. Browsers and common reverse proxies do not pipeline, so
 * more are a flood: the connection is closed.
 */
const MAX_PENDING = 32

/**
 * Closes a connection whose client is still sending the request body. Closing it at once would reset it, and a client
 * that sends before it reads would see the reset instead of the response. This function stops writing and discards what
 * arrives, until the client closes the connection or exceeds the limits.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
function closeAfterRequest(socket: Socket): void {
  let bytesLeft = MAX_DISCARD_BYTES
  const timer = setTimeout(() => socket.destroy(), MAX_DISCARD_MS)
  socket.once('close', () => clearTimeout(timer))

  socket.end()
  socket.resume()
  // Node.js must resume the socket itself first: it cannot once another listener is attached.
  process.nextTick(() => socket.on('data', discard))

  function discard({ length }: Buffer): void {
    bytesLeft -= length
    if (bytesLeft < 0) return void socket.destroy()
    // Without the pause, a client on a fast network would exceed the limit before it reads the response.
    socket.pause()
    setTimeout(() => socket.resume(), PAUSE_MS)
  }
}

const PAUSE_MS = 2
const MAX_DISCARD_BYTES = 16 * 1024 * 1024
const MAX_DISCARD_MS = 5000

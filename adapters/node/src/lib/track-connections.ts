import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server. */
export interface Connections {
  /** `true` after `drain` was called. */
  draining: boolean
  /** Stops listening and closes each connection after its pending responses, but at most `ms` later. */
  drain(ms: number): Promise<void>
  /** Closes all connections at once. */
  destroyAll(): void
}

/**
 * Tracks the connections of a server, so that no response is lost when a connection closes.
 *
 * Replaces `destroySoon` of every socket and `closeIdleConnections` of the server: Node.js would cut off
 * responses in two cases. decisions/027 describes them, and the tests that fail without the patches.
 */
export function trackConnections(server: Server): Connections {
  const connectionsBySocket = new Map<Socket, Connection>()
  const connections: Connections = { draining: false, drain, destroyAll }

  server.on('connection', (socket: Socket) => {
    const connection: Connection = { pending: [], bytesRead: 0 }
    connectionsBySocket.set(socket, connection)
    socket.once('close', () => connectionsBySocket.delete(socket))

    // Node.js calls it to close a connection after the last response.
    const { destroySoon } = socket
    socket.destroySoon = () => {
      if (connection.pending[0]?.complete === false) closeAfterRequest(socket)
      else destroySoon.call(socket)
    }
  })

  server.on('request', (request, response) => {
    const { socket } = request
    const connection = connectionsBySocket.get(socket)
    if (!connection) return

    connection.pending.push(request)
    response.once('close', () => {
      connection.pending.shift()
      connection.bytesRead = socket.bytesRead
      if (connections.draining) closeIdle()
    })
  })

  // `server.close()` calls it. The original counts a connection as idle once the response is written, and would
  // cut off the part that a slow client has not received yet.
  server.closeIdleConnections = closeIdle

  return connections

  async function drain(ms: number): Promise<void> {
    connections.draining = true
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

interface Connection {
  /** Requests without a complete response, in the order of arrival. More than one if the client pipelines. */
  pending: IncomingMessage[]
  /** `socket.bytesRead` at the end of the last response. */
  bytesRead: number
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

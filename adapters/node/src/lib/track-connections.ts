import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

import { linger } from './linger.ts'

export interface Connections {
  /** Whether no further request is welcome. */
  draining: boolean
  /** Stops listening and closes every connection, those in use after their answer, but at most `ms` later. */
  drain(ms: number): Promise<void>
  /** Closes every connection now, whatever it is doing. */
  cut(): void
}

/** Keeps count of a server's connections, so that each can be closed when it is right to. */
export function trackConnections(server: Server): Connections {
  const all = new Map<Socket, Connection>()
  const connections: Connections = { draining: false, drain, cut }

  server.on('connection', (socket: Socket) => {
    const connection: Connection = { unanswered: [], bytesRead: 0 }
    all.set(socket, connection)
    socket.once('close', () => all.delete(socket))

    // What Node calls to close a connection after its answer.
    const { destroySoon } = socket
    socket.destroySoon = () => {
      if (connection.unanswered[0]?.complete === false) linger(socket)
      else destroySoon.call(socket)
    }
  })

  server.on('request', (request, response) => {
    const { socket } = request
    const connection = all.get(socket)
    if (!connection) return

    connection.unanswered.push(request)
    response.once('close', () => {
      connection.unanswered.shift()
      connection.bytesRead = socket.bytesRead
      if (connections.draining) closeIdle()
    })
  })

  // `server.close()` calls it. Node's own takes an answer for delivered once it is written, and would cut
  // off what a slow client has yet to receive.
  server.closeIdleConnections = closeIdle

  return connections

  async function drain(ms: number): Promise<void> {
    connections.draining = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const timer = setTimeout(cut, ms)
    await closed
    clearTimeout(timer)
  }

  function closeIdle(): void {
    for (const [socket, connection] of all) {
      if (isIdle(socket, connection)) socket.destroy()
    }
  }

  function cut(): void {
    for (const socket of all.keys()) socket.destroy()
  }
}

interface Connection {
  /** In the order they came; more than one when the client pipelines. */
  unanswered: IncomingMessage[]
  /** What the socket had read when the last answer was sent. */
  bytesRead: number
}

/** Nothing has arrived since the last answer, and the connection is not closing already. */
function isIdle(socket: Socket, { unanswered, bytesRead }: Connection): boolean {
  return unanswered.length === 0 && socket.bytesRead === bytesRead && !socket.writableEnded
}

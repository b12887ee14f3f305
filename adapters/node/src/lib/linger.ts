import type { Socket } from 'node:net'

/**
 * Closes a connection whose client is still sending (RFC 9112, 9.6).
 *
 * Closed at once, the connection would be reset, and a client that sends before it reads would see the
 * reset and not the answer. So this side stops writing and throws away what still arrives, until the client
 * is done or has had its share of time and bytes.
 */
export function linger(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), MAX_MS)
  socket.once('close', () => clearTimeout(timer))

  socket.end()
  socket.resume()
  // One tick later: only then has Node undone its own pause, and it forgets how once somebody else listens.
  process.nextTick(discard, socket)
}

function discard(socket: Socket): void {
  let left = MAX_BYTES
  // Whoever listens feeds the HTTP parser, and the rest of the body is of no interest to it.
  socket.removeAllListeners('data')
  socket.on('data', (chunk) => {
    left -= chunk.length
    if (left < 0) return void socket.destroy()
    // A client on a fast line would have sent its share before it looks for the answer.
    socket.pause()
    setTimeout(() => socket.resume(), PAUSE_MS)
  })
}

const PAUSE_MS = 2
const MAX_BYTES = 16 * 1024 * 1024
const MAX_MS = 5000

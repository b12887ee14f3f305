import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawClient {
  socket: Socket
  /** Sends a request or a part of one. Line breaks are written as `\n`. */
  send(text: string): void
  /** Resolves with everything received so far once it matches. Rejects if the connection closes earlier. */
  received(pattern: RegExp): Promise<string>
  /** Resolves with everything received once the connection is closed or reset. */
  closed: Promise<string>
}

/**
 * Opens a TCP connection for tests that HTTP clients do not allow: partial requests, no reading, endless sending.
 *
 * @param keepSending Keeps sending after the server has ended its side of the connection.
 */
export async function rawClient(port: number, keepSending = false): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: keepSending })
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (text += chunk))
  // A reset closes the connection too.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  await once(socket, 'connect')
  return { socket, send, received, closed }

  function send(part: string): void {
    socket.write(part.replaceAll('\n', '\r\n'))
  }

  function received(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      check()
      socket.on('data', check)
      socket.once('close', () => reject(new Error(`Closed after: ${text}`)))

      function check(): void {
        if (pattern.test(text)) resolve(text)
      }
    })
  }
}

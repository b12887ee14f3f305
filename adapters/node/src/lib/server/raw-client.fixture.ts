import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Opens a TCP connection for tests that HTTP clients do not allow: partial requests, no reading, endless sending.
 *
 * @param keepSending Keeps sending after the server has ended its side of the connection.
 */
export async function rawClient(port: number, keepSending = false) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: keepSending })
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (text += chunk))
  // A reset closes the connection too.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  await once(socket, 'connect')
  return { socket, send, received, closed }

  /** Sends a request or a part of one. Line breaks are written as `\n`. */
  function send(part: string): void {
    socket.write(part.replaceAll('\n', '\r\n'))
  }

  /** Resolves with everything received so far once it matches. Rejects if the connection closes earlier. */
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

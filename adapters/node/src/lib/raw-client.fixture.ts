import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawClient {
  socket: Socket
  /** Writes a request, or a part of one, with `\n` for the line ends. */
  send(text: string): void
  /** Everything received so far, once it matches. Rejects when the connection closes before. */
  received(pattern: RegExp): Promise<string>
  /** Everything received, once the connection is closed, however it came to that. */
  closed: Promise<string>
}

/**
 * A client that can do what proper ones do not: stop half way, not read, never stop.
 *
 * @param stubborn Goes on sending after the server has said that it is done. Default `false`.
 */
export async function rawClient(port: number, stubborn = false): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: stubborn })
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (text += chunk))
  // A reset is one of the ways to close.
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

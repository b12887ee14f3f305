import { startServer } from './start-server.ts'

// A server to run in a child process. It prints its port, then `requested` for each request to /held. Responses
// to /held are sent after SIGTERM.

const { promise: terminated, resolve } = Promise.withResolvers<void>()

const server = await startServer(() => new Response(), {
  async site() {
    console.log('requested')
    await terminated
    return new Response('held')
  },
  port: 0,
  hostname: '127.0.0.1',
  drainMs: 60_000,
})

process.on('SIGTERM', () => resolve())
process.once('SIGINT', () => {
  // npm sends a second SIGINT for one Ctrl+C.
  if (process.argv.includes('--twice')) process.emit('SIGINT')
})
// Without a listener, a SIGINT after the server has closed would kill the process.
process.on('SIGINT', () => {})
console.log(server.port)

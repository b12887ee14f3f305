import { deferred } from './deferred.fixture.ts'
import { serve } from './serve.ts'

// A server in a process of its own. It prints its port, and `asked` for each request to /held, which it
// answers once a SIGTERM has come.

const { promise: terminated, resolve } = deferred()

const server = await serve({
  handle: () => new Response('Payload too large', { status: 413 }),
  async fetch({ url }) {
    if (url.endsWith('/max-rss')) return Response.json(process.resourceUsage().maxRSS * 1024)
    console.log('asked')
    await terminated
    return new Response('held')
  },
  port: 0,
  hostname: '127.0.0.1',
  drainMs: 60_000,
})

process.on('SIGTERM', () => resolve())
process.once('SIGINT', () => {
  // Under npm, one Ctrl+C arrives twice.
  if (process.argv.includes('--twice')) process.emit('SIGINT')
})
// One that comes after the server has closed is not to end the process in place of the server.
process.on('SIGINT', () => {})
console.log(server.port)

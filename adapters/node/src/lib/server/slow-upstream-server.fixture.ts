import { deferred } from '../deferred.fixture.ts'
import { serve } from '../serve.ts'

// A server to run in a child process with a small heap. It prints its port. Its upstream responds to no event while
// further events arrive, and recovers half a second after the last one.

const { promise: recovered, resolve } = deferred()
const timer = setTimeout(resolve, 500)

const server = await serve({
  config: { pixelId: '770000000000077', accessToken: 'EAAUnit0123456789Token' },
  async fetch() {
    timer.refresh()
    await recovered
    return Response.json({ events_received: 1 })
  },
  site: () => Response.json(process.resourceUsage().maxRSS * 1024),
  port: 0,
  hostname: '127.0.0.1',
})

console.log(server.port)

/**
 * Starts a server of the bench, sends its port to the parent process, and a report for each message:
 *
 *     node serve.ts <server> <graphUrl>
 *     node serve.ts upstream <delay in milliseconds | never>
 *
 * The upstream responds to events as the Graph API does. The `fbtrace_id` of a response is how long the upstream held it,
 * in microseconds, so that the visitor's side can subtract it.
 */
import { text } from 'node:stream/consumers'

import { listenWith, type ServerName, SERVERS } from './servers.ts'

/** The resources of a server, or what the upstream has received. */
export interface Report {
  /** CPU time since the start in microseconds. */
  cpu: number
  /** Bytes of objects, strings and buffers; with `--expose-gc`, after a collection. */
  used: number
  /** Largest resident set in bytes. */
  maxRss: number
  requests: number
  lastBody: string
}

const [name, target] = process.argv.slice(2) as [ServerName | 'upstream', string]
const received = { requests: 0, lastBody: '' }
const port = name === 'upstream' ? await startUpstream(target) : await SERVERS[name](target)

process.on('message', () => {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const { heapUsed, external } = process.memoryUsage()
  const maxRss = process.resourceUsage().maxRSS * 1024
  process.send!({ cpu: user + system, used: heapUsed + external, maxRss, ...received })
})
process.on('disconnect', () => process.exit())
process.send!({ port })

function startUpstream(delay: string): Promise<number> {
  return listenWith(async (request, response) => {
    const startedAt = performance.now()
    received.lastBody = await text(request)
    received.requests += 1
    if (delay === '0') respond()
    else if (delay !== 'never') setTimeout(respond, Number(delay))

    function respond(): void {
      const held = Math.round((performance.now() - startedAt) * 1000)
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(`{"events_received":1,"messages":[],"fbtrace_id":"${held}"}`)
    }
  })
}

/**
 * Starts a server of the bench, sends its port to the parent process, and a report for each message:
 *
 *     node serve.ts <server> <graphUrl>
 *     node serve.ts upstream
 *
 * The upstream responds to events as the Graph API does. The `fbtrace_id` of a response is how long the upstream held it,
 * in microseconds, so that the visitor's side can subtract it.
 */
import { text } from 'node:stream/consumers'

import { listenWith, type ServerName, SERVERS } from './servers.ts'

/** The CPU time of a server, and what the upstream has received. */
export interface Report {
  /** CPU time since the start in microseconds. */
  cpu: number
  requests: number
  lastBody: string
}

const [name, graphUrl] = process.argv.slice(2) as [ServerName | 'upstream', string]
const received = { requests: 0, lastBody: '' }
const port = name === 'upstream' ? await startUpstream() : await SERVERS[name](graphUrl)

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send!({ cpu: user + system, ...received })
})
process.on('disconnect', () => process.exit())
process.send!({ port })

function startUpstream(): Promise<number> {
  return listenWith(async (request, response) => {
    const startedAt = performance.now()
    received.lastBody = await text(request)
    received.requests += 1
    const held = Math.round((performance.now() - startedAt) * 1000)
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(`{"events_received":1,"messages":[],"fbtrace_id":"${held}"}`)
  })
}

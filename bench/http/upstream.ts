/**
 * Responds to events as the Graph API does: `node upstream.ts <delay in milliseconds>`. With the delay `never`, it does
 * not respond.
 *
 * The `fbtrace_id` of a response is how long the upstream held it, in microseconds, so that the visitor's side can
 * subtract it.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { reportToParent } from './report-to-parent.ts'

/** What the upstream has received. */
export interface UpstreamReport {
  requests: number
  lastBody: string
}

const delay = process.argv[2]!
const report: UpstreamReport = { requests: 0, lastBody: '' }

const server = createServer(async (request, response) => {
  const startedAt = performance.now()
  report.lastBody = await text(request)
  report.requests += 1
  if (delay === '0') respond()
  else if (delay !== 'never') setTimeout(respond, Number(delay))

  function respond(): void {
    const held = Math.round((performance.now() - startedAt) * 1000)
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(`{"events_received":1,"messages":[],"fbtrace_id":"${held}"}`)
  }
})
// With the default backlog of 511, a thousand connections at once would wait for TCP retransmissions.
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  reportToParent((server.address() as AddressInfo).port, () => report)
})

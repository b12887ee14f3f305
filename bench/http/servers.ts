import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { createWorker } from '@conversion-capi/cloudflare'
import { createFunction as createNetlifyFunction } from '@conversion-capi/netlify'
import { serve as serveWithNode } from '@conversion-capi/node'
import { createFunction as createVercelFunction } from '@conversion-capi/vercel'
import { createFunction as createVercelNodeFunction } from '@conversion-capi/vercel/node'
import { serve } from 'srvx/node'

import { createForwarder } from '../proxies/forwarder.ts'
import { configFor } from '../proxies/ours.ts'
import type { Proxy, Send } from '../proxies/proxy.ts'
import { createSdkSender } from '../proxies/sdk.ts'

/** Starts a server on a free port of the loopback interface, and returns the port. */
type Start = (graphUrl: string) => Promise<number>

export const FORWARDER = 'bare forwarder'
export const SDK = 'facebook-nodejs-business-sdk'
export const NODE = '@conversion-capi/node'

/**
 * The servers by the name of the proxy. The adapter for Deno needs Deno. Those for Netlify and Cloudflare run behind
 * srvx, not behind the host's own server.
 */
export const SERVERS = {
  [FORWARDER]: (graphUrl) => listen(createForwarder({ graphUrl, fetch })),
  [NODE]: async (graphUrl) => {
    const options = { port: 0, hostname: '127.0.0.1', config: configFor(graphUrl) }
    return (await serveWithNode(options)).port
  },
  '@conversion-capi/vercel/node': (graphUrl) =>
    listenWith(createVercelNodeFunction({ config: configFor(graphUrl) })),
  '@conversion-capi/vercel': (graphUrl) =>
    serveFetch(createVercelFunction({ config: configFor(graphUrl) }).fetch),
  '@conversion-capi/netlify': (graphUrl) =>
    serveFetch(createNetlifyFunction({ config: configFor(graphUrl) })),
  '@conversion-capi/cloudflare': (graphUrl) => {
    const worker = createWorker({ config: configFor(graphUrl) })
    const env = {}
    const context = { waitUntil() {} }
    return serveFetch((request) => worker.fetch(request, env, context))
  },
  [SDK]: (graphUrl) => listen(createSdkSender({ graphUrl })),
} satisfies Record<string, Start>

export type ServerName = keyof typeof SERVERS

/** Serves a proxy that is not ours with `node:http` alone. */
function listen(send: Send): Promise<number> {
  return listenWith(async (request, response) => {
    const { 'user-agent': userAgent, 'x-forwarded-for': ip } = request.headers
    const body = await send(await text(request), { userAgent, ip: String(ip) })
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(body)
  })
}

async function listenWith(listener: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Serves a function of the Fetch standard as `@conversion-capi/node` does. */
async function serveFetch(handle: Proxy): Promise<number> {
  const options = { fetch: handle, port: 0, hostname: '127.0.0.1', silent: true }
  const server = await serve({ ...options, gracefulShutdown: false }).ready()
  return Number(new URL(server.url!).port)
}

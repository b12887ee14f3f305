/**
 * Sends upstream requests with `node:http` and `node:https`, for less than half of the CPU time of `fetch`:
 * {@link nodeFetch}.
 *
 * @module
 */

// The default exports, because tracing tools replace their functions.
import http, {
  type Agent,
  type AgentOptions,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import https from 'node:https'

import type { UpstreamFetch } from './lib/upstream/forward.ts'
import type { UpstreamFetchResponse } from './lib/upstream/upstream-response.ts'
import { MAX_UPSTREAM_BYTES } from './protocol.ts'

/**
 * The option `fetch` of the adapters for Node. It follows no redirects, decodes no compression, and reads only the part
 * of a response that the proxy uses. It uses the settings of `http.globalAgent` and `https.globalAgent`.
 *
 * Calls `globalThis.fetch` if that uses a proxy or another dispatcher of undici, and on Bun and Deno.
 *
 * @throws {TypeError} "fetch failed", with the error of the connection as its cause.
 */
export const nodeFetch: UpstreamFetch = (url, init) =>
  isNode && !hasDispatcher() ? send(url, init) : fetch(url, init)

const isNode = !process.versions['bun'] && !process.versions['deno']

/** Returns whether `fetch` uses another dispatcher than undici's default, e.g. with `NODE_USE_ENV_PROXY=1`. */
function hasDispatcher(): boolean {
  return DISPATCHERS.some((key) => {
    const dispatcher = (globalThis as Record<symbol, object | undefined>)[key]
    return dispatcher && dispatcher.constructor.name !== 'Agent'
  })
}

const DISPATCHERS = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`))

function send(
  url: string,
  { method, headers, body, signal }: Parameters<UpstreamFetch>[1],
): Promise<UpstreamFetchResponse> {
  return new Promise((resolve, reject) => {
    const client = url.startsWith('https:') ? https : http
    const sent = client.request({
      ...findTarget(url),
      agent: findAgent(client),
      method,
      headers: { ...HEADERS, ...headers },
    })
    const abort = (): unknown => sent.destroy(signal.reason as Error)
    let received: IncomingMessage | undefined
    signal.addEventListener('abort', abort)
    sent.on('response', read)
    // What follows a complete response is ignored.
    sent.on('error', (cause) => received?.complete || fail(cause))
    sent.once('close', () => {
      signal.removeEventListener('abort', abort)
      // It was an upgrade.
      if (!received) fail()
    })
    sent.end(body)

    function read(message: IncomingMessage): void {
      const chunks: Buffer[] = []
      let bytes = 0
      received = message
      message.on('error', fail)
      message.once('end', succeed)
      message.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes < MAX_UPSTREAM_BYTES) return
        succeed()
        sent.destroy()
      })

      function succeed(): void {
        resolve({
          status: message.statusCode!,
          headers: { get: (name) => message.headers[name.toLowerCase()]?.toString() ?? null },
          body: decoder.decode(Buffer.concat(chunks).subarray(0, MAX_UPSTREAM_BYTES)),
        })
      }
    }

    function fail(cause?: Error): void {
      reject(new TypeError('fetch failed', { cause }))
    }
  })
}

/** Returns the options of a URL. They are kept, because each school has one URL, which takes long to parse. */
function findTarget(url: string): RequestOptions {
  let target = targets.get(url)
  if (!target) {
    const { protocol, hostname, port, pathname, search } = new URL(url)
    // An IPv6 without its brackets.
    const host = hostname.replace(/^\[|\]$/g, '')
    targets.set(url, (target = { protocol, host, port, path: pathname + search }))
  }
  return target
}

const targets = new Map<string, RequestOptions>()

/**
 * Returns an agent that keeps every connection, as `fetch` does: Node's own closes all but 256 after each burst. An agent
 * of another class, such as one for a proxy, is used as it is.
 */
function findAgent({ Agent, globalAgent }: typeof http | typeof https): Agent {
  if (globalAgent.constructor !== Agent) return globalAgent
  let agent = agents.get(globalAgent)
  if (!agent) {
    const { options } = globalAgent as { options: AgentOptions }
    agent = new Agent({ ...options, maxFreeSockets: Infinity })
    // The settings can change later.
    agents.set(globalAgent, Object.assign(agent, { options }))
  }
  return agent
}

const agents = new WeakMap<Agent, Agent>()

const HEADERS = { 'Accept-Encoding': 'identity', 'User-Agent': 'node' }
const decoder = new TextDecoder()

import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

import { nodeFetch } from '@conversion-capi/core/node-fetch'
import { startServer } from '@conversion-capi/test-support'
import fc from 'fast-check'

/** A response over HTTP that a client of Node reads, as printable data. Only `fetch` decodes it. */
export interface CompressedResponse {
  client: 'fetch' | 'nodeFetch'
  encoding: string
  body: keyof typeof BODIES
  end: 'complete' | 'unfinished' | 'reset'
}

const BODIES = {
  'an accepted event': gzipSync('{"events_received":1}'),
  'a megabyte of zeros': gzipSync(Buffer.alloc(1_000_000)),
  twice: gzipSync(gzipSync('{"events_received":1}')),
  truncated: gzipSync('{"events_received":1}').subarray(0, 15),
  'not compressed': Buffer.from('{"events_received":1}'),
  nothing: Buffer.alloc(0),
}

export const compressedResponse: fc.Arbitrary<CompressedResponse> = fc
  .record({
    client: fc.constantFrom<CompressedResponse['client']>('fetch', 'nodeFetch'),
    encoding: fc.constantFrom(
      'gzip',
      'x-gzip',
      'gzip, gzip',
      'deflate',
      'br',
      'zstd',
      'unknown',
      ',,,,,,,,',
      Array.from({ length: 5 }).fill('gzip').join(),
      Array.from({ length: 6 }).fill('gzip').join(),
      Array.from({ length: 500 }).fill('br').join(),
    ),
    body: fc.constantFrom(...(Object.keys(BODIES) as (keyof typeof BODIES)[])),
    end: fc.constantFrom<CompressedResponse['end']>('complete', 'unfinished', 'reset'),
  })
  // Node.js itself ends the process if a response with more than five encodings is reset.
  .map((response) =>
    response.end === 'reset' && response.encoding.split(',').length > 5
      ? { ...response, end: 'unfinished' }
      : response,
  )

export interface HttpUpstream {
  fetch: (response: CompressedResponse, init: RequestInit) => Promise<Response>
  finish: () => void
  stop: () => Promise<void>
}

export async function startHttpUpstream(): Promise<HttpUpstream> {
  const unfinished = new Set<ServerResponse>()
  const { url, close } = await startServer((request, response) => {
    const { encoding, body, end } = JSON.parse(
      decodeURIComponent(request.url!.slice(1)),
    ) as CompressedResponse
    request.resume()
    response.writeHead(200, { 'Content-Encoding': encoding })
    response.write(BODIES[body])
    if (end === 'complete') response.end()
    if (end === 'unfinished') unfinished.add(response)
    if (end === 'reset') setImmediate(() => response.destroy())
  })
  // The harness replaces nothing global, so this is Node's own fetch.
  const clients = { fetch: globalThis.fetch, nodeFetch: nodeFetch as typeof fetch }

  return {
    fetch: (response, init) =>
      clients[response.client](`${url}/${encodeURIComponent(JSON.stringify(response))}`, init),
    finish() {
      for (const response of unfinished) response.end()
      unfinished.clear()
    },
    stop: close,
  }
}

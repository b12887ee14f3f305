import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

import { serveResources } from '@conversion-capi/content/serve'
import { type Config, createHandler } from '@conversion-capi/core'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { serve } from '@conversion-capi/node'
import { startServer } from '@conversion-capi/testing'
import { describe, expect, it, onTestFinished } from 'vitest'

import { loadProject } from '../project/load-project.ts'
import { config, writeProject } from '../project/write-project.fixture.ts'
import { allFiles, renderSite } from '../site/render-site.ts'
import type { PROBE_RULES } from './probe-rules.ts'
import { probeSite } from './probe-site.ts'

type Code = keyof typeof PROBE_RULES
type Change = (request: Request, response: Response) => Response | Promise<Response>

const CONFIG: Config = { pixelId: '1234567890', accessToken: 'emulator-access-token' }

interface Deployment {
  dir: string
  origin: string
  emulator: Emulator
}

/** Serves the build of a project with the Node adapter, and the emulator as the upstream. */
async function deploy(
  options: { files?: Record<string, string>; change?: Change; config?: Partial<Config> } = {},
): Promise<Deployment> {
  const dir = await writeProject(options.files)
  const files = allFiles(await renderSite(await loadProject(dir)))
  const serveFile = serveResources(files)
  const emulator = createEmulator()
  const server = await serve({
    port: 0,
    hostname: '127.0.0.1',
    signals: false,
    config: { ...CONFIG, ...options.config },
    fetch: emulator.fetch,
    onOutcome: () => {},
    site: async (request) => {
      const response = await serveFile(request)
      return options.change ? options.change(request, response) : response
    },
  })
  onTestFinished(() => server.close())
  return { dir, origin: server.url, emulator }
}

/** Replaces the response for one path. */
function at(path: string, change: Change): Change {
  return (request, response) =>
    new URL(request.url).pathname === path ? change(request, response) : response
}

function withHeaders(headers: Record<string, string | null>): Change {
  return (_, response) => {
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) response.headers.delete(name)
      else response.headers.set(name, value)
    }
    return response
  }
}

function withBody(body: BodyInit): Change {
  return (_, response) => {
    const headers = new Headers(response.headers)
    headers.delete('Content-Length')
    return new Response(body, { headers })
  }
}

it('verifies a deployment of the build, and sends no event', async () => {
  const { dir, origin, emulator } = await deploy()
  const findings = await probeSite({ origin, dir })
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(findings.map(({ code }) => code)).toEqual([
    'files-verified',
    'not-found-verified',
    'markdown-verified',
    'script-agrees',
    ...Array.from({ length: 7 }, () => 'endpoint-verified'),
    'configuration-unverifiable',
    'arrival-unverifiable',
  ])
  expect(emulator.events()).toEqual([])
  expect(emulator.rejections()).toEqual([])
})

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' }

const DIFFERENCES: [title: string, change: Change, expected: Code, url: string][] = [
  [
    'a missing file',
    at('/llms.txt', () => new Response('', { status: 404 })),
    'file-status',
    '/llms.txt',
  ],
  [
    'a redirect',
    at('/for-llm/', () => new Response('', { status: 308, headers: { Location: '/for-llm' } })),
    'file-redirect',
    '/for-llm/',
  ],
  [
    'another type',
    at('/.well-known/api-catalog', withHeaders({ 'Content-Type': 'application/octet-stream' })),
    'file-type',
    '/.well-known/api-catalog',
  ],
  [
    'a missing charset',
    at('/llms.txt', withHeaders({ 'Content-Type': 'text/plain' })),
    'file-type',
    '/llms.txt',
  ],
  [
    'a missing header',
    at('/auth.md', withHeaders({ 'X-Content-Type-Options': null })),
    'file-header',
    '/auth.md',
  ],
  ['a homepage without links', at('/', withHeaders({ Link: null })), 'file-header', '/'],
  ['another content', at('/nord.js', withBody('x')), 'file-content', '/nord.js'],
  [
    'a page instead of a file',
    at('/openapi.json', withBody('<!doctype html><p>App')),
    'file-shell',
    '/openapi.json',
  ],
  [
    'a rewritten robots.txt',
    at('/robots.txt', withBody('# Managed\nUser-agent: GPTBot\nDisallow: /\n')),
    'robots-rewritten',
    '/robots.txt',
  ],
  [
    'an endless file',
    at('/sitemap.xml', (request, response) => withBody(endless())(request, response)),
    'file-content',
    '/sitemap.xml',
  ],
  [
    'an alias',
    at('/docs/api', () => new Response('', { headers: HTML })),
    'path-alias',
    '/docs/api',
  ],
  [
    'a fallback for single-page applications',
    (_, response) =>
      response.status === 404 ? new Response('<p>App', { headers: HTML }) : response,
    'not-found-status',
    '/probe-',
  ],
  [
    'pages that are never Markdown',
    at('/for-llm/', withHeaders({ 'Content-Type': 'text/html; charset=utf-8' })),
    'markdown-missing',
    '/for-llm/',
  ],
]

it.each(DIFFERENCES)('reports %s', async (_, change, expected, url) => {
  const { dir, origin } = await deploy({ change })
  const findings = await probeSite({ origin, dir })
  const found = findings.find(({ code }) => code === expected)
  expect(found).toMatchObject({ level: 'error' })
  expect(found!.file).toContain(origin + url)
})

it('reports a tracker that posts to another endpoint', async () => {
  const { dir, origin } = await deploy({
    change: at('/nord.js', withBody('fetch("/other")')),
  })
  const codes = (await probeSite({ origin, dir })).map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['script-disagrees', 'file-content']))
})

it('reports a proxy that rejects the origin of the pages', async () => {
  const { dir, origin } = await deploy({ config: { allowedOrigins: ['https://nord.example'] } })
  const findings = await probeSite({ origin, dir })
  expect(findings).toContainEqual(expect.objectContaining({ code: 'endpoint-origin' }))
  expect(findings.filter(({ code }) => code === 'endpoint-verified')).toEqual([])
})

it('does not fail if the limit for bodies is configured', async () => {
  const { dir, origin } = await deploy({ config: { maxBodyBytes: 1_000_000 } })
  const findings = await probeSite({ origin, dir })
  expect(findings).toContainEqual(expect.objectContaining({ code: 'endpoint-body-limit' }))
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
})

describe('no valid event', () => {
  interface Recorded {
    method: string
    body: string
  }

  /** Serves only the endpoint, and records every request to it. */
  async function startEndpoint(respond: (recorded: Recorded) => Response) {
    const recorded: Recorded[] = []
    const server = await serve({
      port: 0,
      hostname: '127.0.0.1',
      signals: false,
      config: CONFIG,
      site: async (request) => {
        if (!request.url.includes('/endpoint')) return new Response('', { status: 404 })
        const each = { method: request.method, body: await request.text() }
        recorded.push(each)
        return respond(each)
      },
    })
    onTestFinished(() => server.close())
    const dir = await writeProject({
      'school.config.ts': config({ endpoint: 'https://endpoint.example/endpoint' }),
    })
    // The endpoint of a school must be https.
    const fetch: typeof globalThis.fetch = (input, init) =>
      globalThis.fetch(String(input).replace('https://endpoint.example', server.url), init)
    const findings = await probeSite({ origin: server.url, dir, fetch })
    return { recorded, findings }
  }

  const CORS = { 'Access-Control-Allow-Origin': '*' }

  /** Responds like the proxy to everything but POST. */
  function preflightOrReject({ method }: Recorded): Response | undefined {
    if (method === 'GET') {
      return Response.json({ error: 'Method not allowed' }, { status: 405, headers: CORS })
    }
    if (method !== 'OPTIONS') return undefined
    const headers = {
      ...CORS,
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
      'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
    }
    return new Response(null, { status: 204, headers })
  }

  it('posts nothing to a server that accepts everything', async () => {
    const { recorded, findings } = await startEndpoint(() => Response.json({ ok: true }))
    expect(recorded).toEqual([{ method: 'OPTIONS', body: '' }])
    const codes = findings.map(({ code }) => code)
    expect(codes).toContain('endpoint-unexpected')
    expect(codes).toContain('endpoint-stopped')
  })

  it.each([0, 1, 2, 3])(
    'stops after the first POST that a server accepts, after %i that it rejects',
    async (rejected) => {
      const errors = ['Invalid JSON', 'Invalid event_name', 'Invalid event_name']
      let posts = 0
      const { recorded, findings } = await startEndpoint((request) => {
        const response = preflightOrReject(request)
        if (response) return response
        posts += 1
        return posts > rejected
          ? Response.json({ ok: true, upstream: {} }, { headers: CORS })
          : Response.json({ error: errors[posts - 1] }, { status: 400, headers: CORS })
      })
      expect(recorded.filter(({ method }) => method === 'POST')).toHaveLength(rejected + 1)
      expect(findings.map(({ code }) => code)).toContain('endpoint-stopped')
    },
  )

  it('sends only bodies that the proxy rejects before it reads its configuration', async () => {
    const errors = ['Invalid JSON', 'Invalid event_name', 'Invalid event_name', 'Invalid event_id']
    let posts = 0
    const { recorded } = await startEndpoint((request) => {
      const response = preflightOrReject(request)
      if (response) return response
      posts += 1
      return Response.json({ error: errors[posts - 1] }, { status: 400, headers: CORS })
    })
    const bodies = recorded.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(bodies).toHaveLength(5)

    const emulator = createEmulator()
    const handle = createHandler({ config: CONFIG, fetch: emulator.fetch })
    for (const body of bodies) {
      const request = new Request('https://nord.example/', { method: 'POST', body })
      expect([400, 413]).toContain((await handle(request)).status)
    }
    expect(emulator.events()).toEqual([])
    expect(emulator.rejections()).toEqual([])
  })
})

describe('an origin that cannot be probed', () => {
  it.each([
    ['', 'is not an origin'],
    ['school.example', 'is not an origin'],
    ['ftp://school.example', 'is not an origin'],
    ['https://school.example/path', 'Write only the origin, https://school.example.'],
    ['https://user:secret@school.example', 'Write only the origin'],
  ])('rejects %j', async (origin, message) => {
    const error = await probeSite({ origin }).catch((error: unknown) => error as Error)
    expect(error).toMatchObject({ name: 'UsageError', message: expect.stringContaining(message) })
    expect((error as Error).message).not.toContain('secret')
  })

  it.each([
    ['never responds', () => {}, 'there was no complete response in time'],
    [
      'closes the connection',
      (socket) => socket.destroy(),
      'the connection was closed before the response ended',
    ],
    ['does not speak HTTP', (socket) => socket.write('SSH-2.0-OpenSSH\r\n'), 'not valid HTTP'],
    [
      'sends endless headers',
      (socket) => {
        socket.on('error', () => {})
        socket.write('HTTP/1.1 200 OK\r\n')
        socket.write(`X-A: ${'x'.repeat(1000)}\r\n`.repeat(1000))
      },
      'not valid HTTP',
    ],
  ] as [string, (socket: Socket) => void, string][])(
    'reports a host that %s',
    async (_, listener, reason) => {
      const origin = await listen(listener)
      await expect(
        probeSite({ origin, dir: await writeProject(), timeoutMs: 500 }),
      ).rejects.toMatchObject({
        name: 'CommandError',
        message: expect.stringMatching(`^${origin} cannot be reached: .*${reason}.*\\.$`),
      })
    },
  )

  it('reports a port on which nothing listens', async () => {
    const { url, close } = await startServer()
    await close()
    await expect(probeSite({ origin: url, dir: await writeProject() })).rejects.toThrow(
      'nothing listens on this port',
    )
  })

  it('reports a host that does not speak TLS', async () => {
    const { origin, dir } = await deploy()
    const https = origin.replace('http:', 'https:')
    await expect(probeSite({ origin: https, dir })).rejects.toThrow('does not speak TLS')
  })

  it('reports a redirect to another origin', async () => {
    const { url, close } = await startServer((_, response) => {
      response.writeHead(301, { Location: 'https://www.nord.example/' }).end()
    })
    onTestFinished(close)
    await expect(probeSite({ origin: url, dir: await writeProject() })).rejects.toThrow(
      `${url} redirects to https://www.nord.example.`,
    )
  })

  it('reports a redirect loop', async () => {
    const { url, close } = await startServer((_, response) => {
      response.writeHead(302, { Location: '/' }).end()
    })
    onTestFinished(close)
    await expect(probeSite({ origin: url, dir: await writeProject() })).rejects.toThrow(
      'redirects to itself',
    )
  })

  it('reports each file if every path redirects', async () => {
    const { url, close } = await startServer((request, response) => {
      response.writeHead(302, { Location: `${request.url}x` }).end()
    })
    onTestFinished(close)
    const findings = await probeSite({ origin: url, dir: await writeProject() })
    const redirects = findings.filter(({ code }) => code === 'file-redirect')
    expect(redirects.length).toBeGreaterThan(10)
    expect(findings.map(({ code }) => code)).not.toContain('files-verified')
  })
})

/** Starts a TCP server on a free port. */
async function listen(listener: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    listener(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

import { describe, expect, it } from 'vitest'

import { config, writeProject } from '../project/write-project.fixture.ts'
import { type Change, deployProject } from './deploy-project.fixture.ts'
import type { PROBE_RULES } from './probe-rules.ts'
import { probeSite } from './probe-site.ts'

type Code = keyof typeof PROBE_RULES
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
  const { dir, origin, emulator } = await deployProject()
  const findings = await probeSite({ origin, dir })
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(findings.map(({ code }) => code)).toEqual([
    'files-verified',
    'not-found-verified',
    'markdown-verified',
    'crawlers-verified',
    'crawlers-verified',
    'endpoint-verified',
    'endpoint-verified',
    'endpoint-configured',
    'token-unverifiable',
    ...Array.from({ length: 4 }, () => 'endpoint-verified'),
    'arrival-unverifiable',
  ])
  expect(emulator.events()).toEqual([])
  expect(emulator.rejections()).toEqual([])
})

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
}

it('verifies a deployment for a site builder, as a page of this site', async () => {
  const dir = await writeProject({
    'school.config.ts': config({}, { builder: { url: 'https://school.example' } }),
    'public/index.html': null,
  })
  const { origin, emulator } = await deployProject({
    dir,
    config: { allowedOrigins: ['https://school.example'] },
  })
  const findings = await probeSite({ origin, dir })
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(findings.filter(({ code }) => code === 'endpoint-verified')).toHaveLength(6)
  expect(emulator.events()).toEqual([])
})

it('accepts the headers and aliases of a framework, and leaves out its pages', async () => {
  const dir = await writeProject({
    'school.config.ts': config({}, { framework: 'sveltekit' }),
    'public/index.html': null,
  })
  const { origin } = await deployProject({
    dir,
    change: ({ url }, response) => {
      if (url.endsWith('/docs/api')) return respond(200, HTML)()
      response.headers.delete('X-Content-Type-Options')
      if (url.endsWith('/for-llm/')) response.headers.set('Content-Type', HTML['Content-Type'])
      return response
    },
  })
  const findings = await probeSite({ origin, dir })
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(findings.at(-2)).toMatchObject({ level: 'unverifiable', code: 'pages-unverifiable' })
})

it('reports a function without a token', async () => {
  const { dir, origin } = await deployProject({ config: { accessToken: '' } })
  const findings = await probeSite({ origin, dir })
  const found = findings.filter(({ code }) => /configur/.test(code!))
  expect(found).toMatchObject([{ code: 'endpoint-not-configured', level: 'error' }])
})

const HTML = { 'Content-Type': 'text/html; charset=utf-8' }
const respond =
  (status: number, headers = {}) =>
  () =>
    new Response('', { status, headers })
const MANAGED = '# Managed\nUser-agent: GPTBot\nDisallow: /\n'

it.each<[title: string, path: string, change: Change, expected: Code]>([
  ['a missing file', '/llms.txt', respond(404), 'file-status'],
  ['a redirect', '/for-llm/', respond(308, { Location: '/for-llm' }), 'file-redirect'],
  ['another type', '/.well-known/api-catalog', withHeaders({ 'Content-Type': 'a/b' }), 'file-type'],
  ['a missing charset', '/llms.txt', withHeaders({ 'Content-Type': 'text/plain' }), 'file-type'],
  ['a missing header', '/auth.md', withHeaders({ 'X-Content-Type-Options': null }), 'file-header'],
  ['a homepage without links', '/', withHeaders({ Link: null }), 'file-header'],
  ['another content', '/nord.js', withBody('x'), 'file-content'],
  ['a page instead of a file', '/openapi.json', withBody('<!doctype html><p>App'), 'file-shell'],
  ['a rewritten robots.txt', '/robots.txt', withBody(MANAGED), 'robots-rewritten'],
  ['an endless file', '/sitemap.xml', (...all) => withBody(endless())(...all), 'file-content'],
  ['an alias', '/docs/api', respond(200, HTML), 'path-alias'],
  ['pages that are never Markdown', '/for-llm/', withHeaders(HTML), 'markdown-missing'],
])('reports %s', async (_, path, change, expected) => {
  const { dir, origin } = await deployProject({ change: at(path, change) })
  const found = (await probeSite({ origin, dir })).find(({ code }) => code === expected)
  expect(found).toMatchObject({ level: 'error', file: expect.stringContaining(origin + path) })
})

it.each([
  ['noindex', true],
  ['nofollow, none', true],
  ['googlebot: noindex', true],
  ['bingbot: noindex', false],
  ['nofollow', false],
])('reports pages with X-Robots-Tag: %s', async (value, isReported) => {
  const { dir, origin } = await deployProject({ change: withHeaders({ 'X-Robots-Tag': value }) })
  const findings = await probeSite({ origin, dir })
  const found = findings.filter(({ code }) => code === 'file-noindex')
  expect(found.some(({ file }) => file === `${origin}/`)).toBe(isReported)
  expect(findings.map(({ code }) => code)).not.toContain('site-differs')
})

it('reports a fallback for single-page applications', async () => {
  const { dir, origin } = await deployProject({
    change: (_, response) => (response.status === 404 ? respond(200, HTML)() : response),
  })
  const found = (await probeSite({ origin, dir })).find(({ code }) => code === 'not-found-status')
  const file = expect.stringContaining(`${origin}/probe-`)
  expect(found).toMatchObject({ level: 'error', file })
})

const isCrawler = (request: Request, name: RegExp): boolean =>
  name.test(request.headers.get('User-Agent') ?? '')

it('reports a firewall that rejects or challenges crawlers that robots.txt allows', async () => {
  const { dir, origin } = await deployProject({
    change: (request, response) => {
      if (isCrawler(request, /GPTBot|ClaudeBot/)) return new Response('', { status: 403 })
      const headers = { 'x-amzn-waf-action': 'challenge' }
      return isCrawler(request, /Yandex/) ? new Response('', { status: 202, headers }) : response
    },
  })
  const findings = await probeSite({ origin, dir })
  const found = findings.filter(
    ({ code, file }) => code!.startsWith('crawlers') && file === `${origin}/`,
  )
  expect(found).toMatchObject([
    { level: 'warning', message: expect.stringContaining('GPTBot, ClaudeBot get 403, although') },
    { level: 'warning', message: expect.stringContaining('of YandexBot get a challenge (202),') },
    { message: expect.stringContaining('of OAI-SearchBot, PerplexityBot, Googlebot, Bingbot get') },
  ])
})

it.each(['crawlers that robots.txt disallows', 'any crawler if a visitor gets no page either'])(
  'does not ask as %s',
  async (kind) => {
    let count = 0
    const { dir, origin } = await deployProject({
      change: (request, response) => {
        if (isCrawler(request, /GPTBot/)) count += 1
        const { pathname } = new URL(request.url)
        if (kind.startsWith('any')) {
          return pathname === '/robots.txt' ? response : new Response('', { status: 403 })
        }
        return pathname === '/robots.txt'
          ? new Response('User-agent: GPTBot\nDisallow: /\n')
          : response
      },
    })
    const codes = (await probeSite({ origin, dir })).map(({ code }) => code)
    expect(count).toBe(0)
    expect(codes).not.toContain('crawlers-rejected')
  },
)

it('names each file with the same difference', async () => {
  const { dir, origin } = await deployProject({
    change: withHeaders({ 'X-Content-Type-Options': null }),
  })
  const findings = await probeSite({ origin, dir })
  const found = findings.filter(({ code }) => code === 'file-header')
  expect(new Set(found.map(({ file }) => file)).size).toBeGreaterThan(5)
  expect(found[0]!.message).toMatch(/is missing instead of "nosniff"\.$/)
  expect(findings.map(({ code }) => code)).not.toContain('site-differs')
})

describe('the origin with or without www', () => {
  const [apex, www] = ['https://nord.example', 'https://www.nord.example']

  /** Probes a deployment that has the origin, and another one that responds for its counterpart. */
  async function probeBoth(
    allowedOrigins: string[],
    respond: (url: URL) => Response | undefined,
    named = apex,
  ) {
    const { dir, origin } = await deployProject({ config: { allowedOrigins } })
    const findings = await probeSite({
      origin: named,
      dir,
      fetch: async (input, init) => {
        const url = new URL(input as string)
        const other = url.origin === named ? undefined : respond(url)
        if (other) return other
        if (!url.hostname.endsWith('nord.example')) throw new TypeError('fetch failed')
        return fetch(new URL(url.pathname, origin), init)
      },
    })
    return findings
      .filter(({ code }) => code!.startsWith('endpoint-origin') || code!.startsWith('origin-'))
      .map(({ code, message }) => [code, message])
  }

  it.each([
    ['serves the pages too', [apex], apex, () => undefined, 'endpoint-origin'],
    ['serves the pages too, of www', [www], www, () => undefined, 'endpoint-origin'],
    ['is allowed', [apex, www], apex, () => undefined, 'origin-allowed'],
    [
      'redirects',
      [apex],
      apex,
      ({ protocol, hostname, pathname }: URL) =>
        protocol === 'https:' && hostname.startsWith('www.')
          ? Response.redirect(apex + pathname, 301)
          : undefined,
      undefined,
    ],
    [
      'does not exist',
      [apex],
      apex,
      ({ hostname }: URL) => {
        if (hostname.startsWith('www.')) throw new TypeError('fetch failed')
        return undefined
      },
      undefined,
    ],
    [
      'cannot be read',
      [apex],
      apex,
      ({ hostname, pathname }: URL) =>
        hostname.startsWith('www.') && pathname === '/robots.txt'
          ? new Response('User-agent: *\nDisallow: /')
          : undefined,
      'origin-unverifiable',
    ],
  ] as [string, string[], string, (url: URL) => Response | undefined, string | undefined][])(
    'is asked for the endpoint if it %s',
    async (_, allowed, named, respond, expected) => {
      const found = await probeBoth(allowed, respond, named)
      expect(found.map(([code]) => code)).toEqual(expected === undefined ? [] : [expected])
      const other = named === apex ? www : apex
      if (expected?.endsWith('origin')) expect(found[0]![1]).toContain(`${other}.`)
    },
  )
})

it('reports a proxy that rejects the origin of the pages', async () => {
  const { dir, origin } = await deployProject({
    config: { allowedOrigins: ['https://nord.example'] },
  })
  const findings = await probeSite({ origin, dir })
  expect(findings).toContainEqual(expect.objectContaining({ code: 'endpoint-origin' }))
  expect(findings.filter(({ code }) => code === 'endpoint-verified')).toEqual([])
})

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { withMarkdown } from './with-markdown.ts'
import { createWorker } from './worker.ts'

const FILES: Record<string, string> = {
  '/': '<title>School</title>',
  '/index.md': '# School',
  '/physics.html': '<title>Physics</title>',
  '/physics.html.md': '# Physics',
  '/shell.html': '<title>Shell</title>',
  // A single-page application responds to each URL with a page.
  '/shell.html.md': '<title>Shell</title>',
  '/llms.txt': 'School',
  '//evil.example/': '<title>Network</title>',
  '//evil.example/index.md': '# Network',
}

describe('withMarkdown()', () => {
  it.each([
    ['/', 'text/markdown', '# School'],
    ['/physics.html', 'text/markdown, text/html;q=0.9, */*;q=0.8', '# Physics'],
    ['/physics.html', 'TEXT/Markdown;q=0.5,text/html; Q=0.5', '# Physics'],
    ['/physics.html', 'text/html,application/xhtml+xml,*/*;q=0.8', '<title>Physics</title>'],
    ['/physics.html', 'text/markdown;q=0, */*', '<title>Physics</title>'],
    ['/physics.html', 'text/markdown;q=no', '<title>Physics</title>'],
    ['/physics.html', '', '<title>Physics</title>'],
    ['/shell.html', 'text/markdown', '<title>Shell</title>'],
    ['/llms.txt', 'text/markdown', 'School'],
    ['/unknown', 'text/markdown', ''],
    // For the URL parser, the first part would be a host.
    ['//evil.example/', 'text/markdown', '<title>Network</title>'],
    ['/\\evil.example/', 'text/markdown', '<title>Network</title>'],
    ['/\t/evil.example/', 'text/markdown', '<title>Network</title>'],
  ])('responds to a request for %s that accepts %j with %j', async (path, accept, body) => {
    const response = await send(path, { headers: { Accept: accept } })
    expect(await response.text()).toBe(body)
    expect(response.headers.get('Vary')).toBe('Accept')
    expect(response.status).toBe(body ? 200 : 404)
    const location = path === '/' ? '/index.md' : `${path}.md`
    expect(response.headers.get('Content-Location')).toBe(body.startsWith('#') ? location : null)
  })

  it('passes on requests to the proxy, and with other methods', async () => {
    const headers = { Accept: 'text/markdown' }
    expect((await send(CONVERSION_PATH, { headers })).status).toBe(405)
    const response = await send('/', { method: 'POST', headers })
    expect(response.headers.get('Vary')).toBeNull()
  })

  it.each([
    ['text/markdown', '"/index.md"', 304],
    ['text/markdown', '"/"', 200],
    ['text/html', '"/"', 304],
    ['text/html', '"/index.md"', 200],
  ])('compares the ETag of the version: %s, %s, %i', async (accept, etag, status) => {
    const response = await send('/', { headers: { Accept: accept, 'If-None-Match': etag } })
    expect([response.status, response.headers.get('Vary')]).toEqual([status, 'Accept'])
  })

  it('responds to HEAD with the headers of the Markdown version', async () => {
    const response = await send('/', { method: 'HEAD', headers: { Accept: 'text/markdown' } })
    expect(response.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
  })
})

function send(path: string, init: RequestInit): Promise<Response> {
  const worker = withMarkdown(createWorker())
  const ASSETS = { fetch: async (request: Request) => serve(request) }
  return worker.fetch(
    new Request(`https://school.example${path}`, init),
    { ASSETS },
    { waitUntil() {} },
  )
}

function serve(request: Request): Response {
  const path = new URL(request.url).pathname
  const body = FILES[path]
  const type = body?.startsWith('#') ? 'markdown' : 'html'
  const headers = { 'Content-Type': `text/${type}; charset=utf-8` }
  const isKnown = request.headers.get('If-None-Match') === `"${path}"`
  if (isKnown) return new Response(null, { status: 304, headers })
  return new Response(body ?? '', { status: body === undefined ? 404 : 200, headers })
}

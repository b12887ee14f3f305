import { describe, expect, it } from 'vitest'

import type { ServedResource } from './served-resource.ts'
import { serveResources } from './serve-resources.ts'

const llms = { path: '/llms.txt', contentType: 'text/plain; charset=utf-8', body: '# Школа\n' }
const page = { path: '/for-llm/', contentType: 'text/html; charset=utf-8', body: '<h1>Facts</h1>' }
const markdownVersion = {
  path: '/for-llm/index.md',
  contentType: 'text/markdown; charset=utf-8',
  body: '# Facts\n',
  headers: { Link: '</for-llm/>; rel="canonical"' },
}
const api = {
  path: '/docs/api.html',
  contentType: 'text/html; charset=utf-8',
  body: '<h1>API</h1>',
}
const shell = { path: '/404.html', contentType: 'text/html; charset=utf-8', body: '<h1>Gone</h1>' }
const catalog = {
  path: '/.well-known/api-catalog',
  contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  body: '{"linkset":[]}',
  headers: { Link: '</.well-known/api-catalog>; rel="api-catalog"' },
}
const all = [llms, page, markdownVersion, api, shell, catalog]

describe('serveResources()', () => {
  it.each([
    ['bytes=0-1', 'bytes 0-1/13', '# '],
    ['bytes=2-', 'bytes 2-12/13', 'Школа\n'],
    ['bytes=-1', 'bytes 12-12/13', '\n'],
    ['bytes=-99', 'bytes 0-12/13', '# Школа\n'],
    ['bytes=12-99', 'bytes 12-12/13', '\n'],
    ['Bytes= 0-0', 'bytes 0-0/13', '#'],
    ['bytes=13-', 'bytes */13', ''],
    ['bytes=-0', 'bytes */13', ''],
    ['bytes=2-1', null, '# Школа\n'],
    ['bytes=-', null, '# Школа\n'],
    ['bytes=0-1,3-4', null, '# Школа\n'],
    ['lines=0-1', null, '# Школа\n'],
  ])('responds to Range: %s with %s', async (Range, range, text) => {
    const response = await get('/llms.txt', { Range })
    expect(response.headers.get('Content-Range')).toBe(range)
    expect(response.status).toBe(range === null ? 200 : range.includes('*') ? 416 : 206)
    const body = await response.text()
    expect([body, response.headers.get('Content-Length')]).toEqual([
      text,
      String(new TextEncoder().encode(text).byteLength),
    ])
  })

  it('sends the range only of the version that If-Range names, and only for GET', async () => {
    const { headers } = await get('/llms.txt')
    const etag = headers.get('ETag')!
    const status = async (condition: string, name = 'If-Range') =>
      (await get('/llms.txt', { Range: 'bytes=0-1', [name]: condition })).status
    expect(await status(etag)).toBe(206)
    expect(await status('"other"')).toBe(200)
    expect(await status(`W/${etag}`)).toBe(200)
    expect(await status('Sat, 28 Nov 2026 07:28:00 GMT')).toBe(200)
    expect(await status(etag, 'If-None-Match')).toBe(304)
    const init = { method: 'HEAD', headers: { Range: 'bytes=0-1' } }
    const request = new Request('https://school.example/llms.txt', init)
    expect((await serveResources(all)(request)).status).toBe(200)
  })

  it('responds to GET with the bytes, their type and their length', async () => {
    const response = await get('/llms.txt')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '13',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^"[\w-]{24}"$/),
    })
    expect(await response.text()).toBe('# Школа\n')
  })

  it('serves a file without an extension with its type and links', async () => {
    const { headers } = await get('/.well-known/api-catalog')
    expect(headers.get('Content-Type')).toBe(catalog.contentType)
    expect(headers.get('Link')).toBe('</.well-known/api-catalog>; rel="api-catalog"')
  })

  it('serves the page of a folder at its index.html, too', async () => {
    const response = await get('/for-llm/index.html')
    expect([response.status, await response.text()]).toEqual([200, page.body])
    expect((await get('/docs/index.html')).status).toBe(404)
  })

  it('sends bytes unchanged', async () => {
    const body = new Uint8Array([0, 255, 10, 128])
    const response = await get('/logo.png', {}, [
      { path: '/logo.png', contentType: 'image/png', body },
    ])
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(body)
    expect(response.headers.get('Content-Length')).toBe('4')
  })

  it.each(['/llms.txt', '/for-llm/', '/nothing', '/.well-known/api-catalog'])(
    'responds to HEAD %s with the headers of GET and no body',
    async (path) => {
      const head = await serveResources(all)(request(path, { method: 'HEAD' }))
      const { status, headers } = await get(path)
      expect(head.status).toBe(status)
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(headers))
      expect(await head.text()).toBe('')
    },
  )

  it('prefers the headers of the file, in any spelling', async () => {
    const { headers } = await get('/llms.txt', {}, [
      { ...llms, headers: { 'cache-control': 'no-cache', ETag: '"one"', 'CONTENT-LENGTH': '1' } },
    ])
    expect(headers.get('Cache-Control')).toBe('no-cache')
    expect(headers.get('ETag')).toBe('"one"')
    expect(headers.get('Content-Length')).toBe('13')
  })

  describe('with If-None-Match', () => {
    it('returns 304 with the headers a cache needs and no others', async () => {
      const etag = (await get('/llms.txt')).headers.get('ETag')!
      const response = await get('/llms.txt', { 'If-None-Match': `"other", W/${etag}` })
      expect(response.status).toBe(304)
      expect(Object.fromEntries(response.headers)).toEqual({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=300',
        etag,
      })
      expect(await response.text()).toBe('')
    })

    it('returns 304 to HEAD', async () => {
      const head = request('/llms.txt', { method: 'HEAD', headers: { 'If-None-Match': '*' } })
      expect((await serveResources(all)(head)).status).toBe(304)
    })

    it('returns 200 if the file has changed', async () => {
      const etag = (await get('/llms.txt')).headers.get('ETag')!
      const changed = [{ ...llms, body: '# School\n' }]
      expect((await get('/llms.txt', { 'If-None-Match': etag }, changed)).status).toBe(200)
    })

    it('compares with the ETag in the headers of the file', async () => {
      const own = [{ ...llms, headers: { ETag: 'W/"one, two"' } }]
      expect((await get('/llms.txt', { 'If-None-Match': '"one, two"' }, own)).status).toBe(304)
    })

    it('returns 404 for a path that no file has', async () => {
      expect((await get('/nothing', { 'If-None-Match': '*' })).status).toBe(404)
    })
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('responds to %s with 405', async (method) => {
    const response = await serveResources(all)(request('/llms.txt', { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD')
    expect(await response.text()).toBe('Method not allowed\n')
  })

  it.each(['/docs/api', '/docs/api/', '/docs/api.html/', '/for-llm', '/LLMS.txt'])(
    'returns 404 for %s, which only resembles a path',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  it('ignores the query', async () => {
    expect((await get('/llms.txt?utm_source=x')).status).toBe(200)
  })

  it.each(['/школа.html', '/%D1%88%D0%BA%D0%BE%D0%BB%D0%B0.html'])(
    'finds %s by its percent-encoded URL',
    async (path) => {
      const files = [{ ...api, path }]
      expect((await get('/школа.html', {}, files)).status).toBe(200)
      expect((await get('/%D1%88%D0%BA%D0%BE%D0%BB%D0%B0.html', {}, files)).status).toBe(200)
    },
  )

  describe('on a path that no file has', () => {
    it('responds with the page shell', async () => {
      const response = await get('/programs/', { Accept: 'text/html,*/*;q=0.8' })
      expect(response.status).toBe(404)
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('Vary')).toBe('Accept')
      expect(response.headers.get('ETag')).toBeNull()
      expect(await response.text()).toBe('<h1>Gone</h1>')
    })

    it('responds with plain text to a client that does not accept HTML', async () => {
      const response = await get('/programs/', { Accept: 'application/json' })
      expect(response.status).toBe(404)
      expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
      expect(response.headers.get('Vary')).toBe('Accept')
      expect(await response.text()).toContain('Not found')
    })

    it('responds with plain text if there is no page shell', async () => {
      const response = await get('/nothing', {}, [llms])
      expect(response.status).toBe(404)
      expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
      expect(response.headers.get('Vary')).toBeNull()
    })

    it('calls the notFound option', async () => {
      const notFound = ({ url }: Request) => new Response(new URL(url).pathname)
      const response = await serveResources(all, { notFound })(request('/elsewhere'))
      expect(await response.text()).toBe('/elsewhere')
    })
  })

  describe('for a page with a Markdown version', () => {
    it('responds to a browser with the page', async () => {
      const response = await get('/for-llm/', {
        Accept: 'text/html,application/xml;q=0.9,*/*;q=0.8',
      })
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('Vary')).toBe('Accept')
      expect(await response.text()).toBe('<h1>Facts</h1>')
    })

    it('responds to a client that prefers Markdown with the Markdown version', async () => {
      const response = await get('/for-llm/', { Accept: 'text/markdown, text/html, */*' })
      expect(response.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
      expect(response.headers.get('Content-Location')).toBe('/for-llm/index.md')
      expect(response.headers.get('Link')).toBe('</for-llm/>; rel="canonical"')
      expect(response.headers.get('Vary')).toBe('Accept')
      expect(await response.text()).toBe('# Facts\n')
    })

    it('negotiates HEAD requests too', async () => {
      const head = request('/for-llm/', { method: 'HEAD', headers: { Accept: 'text/markdown' } })
      const { headers } = await serveResources(all)(head)
      expect(headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
      expect(headers.get('Content-Length')).toBe('8')
    })

    it('sends Vary with 304 and never confuses the two versions', async () => {
      const etag = (await get('/for-llm/')).headers.get('ETag')!
      const html = await get('/for-llm/', { 'If-None-Match': etag })
      expect([html.status, html.headers.get('Vary')]).toEqual([304, 'Accept'])

      const headers = { 'If-None-Match': etag, Accept: 'text/markdown' }
      expect((await get('/for-llm/', headers)).status).toBe(200)
    })

    it('gives the two versions different ETags even if their bytes are equal', async () => {
      const files = [page, { ...markdownVersion, body: page.body }]
      const html = await get('/for-llm/', {}, files)
      const markdown = await get('/for-llm/', { Accept: 'text/markdown' }, files)
      expect(markdown.headers.get('ETag')).not.toBe(html.headers.get('ETag'))
    })

    it('serves the Markdown version at its URL to every client', async () => {
      const response = await get('/for-llm/index.md', { Accept: 'text/html' })
      expect(response.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
      expect(response.headers.get('Vary')).toBeNull()
    })

    it('finds the Markdown version of a page without a trailing slash', async () => {
      const files = [api, { ...markdownVersion, path: '/docs/api.html.md' }]
      const { headers } = await get('/docs/api.html', { Accept: 'text/markdown' }, files)
      expect(headers.get('Content-Location')).toBe('/docs/api.html.md')
    })
  })

  it('sends no Vary if there is no Markdown version', async () => {
    const response = await get('/docs/api.html', { Accept: 'text/markdown' })
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Vary')).toBeNull()
  })

  it('links the homepage to the API catalog and to llms.txt', async () => {
    const home = { path: '/', contentType: 'text/html; charset=utf-8', body: '<h1>School</h1>' }
    expect((await get('/', {}, [...all, home])).headers.get('Link')).toBe(
      '</.well-known/api-catalog>; rel="api-catalog", </llms.txt>; rel="describedby"',
    )
    expect((await get('/', {}, [home])).headers.get('Link')).toBeNull()
  })

  it.each([
    'llms.txt',
    '//llms.txt',
    '/.//llms.txt',
    '/\\llms.txt',
    '/llms.txt?v=1',
    '/llms.txt#top',
    '/a b',
    '',
  ])('rejects the path "%s"', (path) => {
    expect(() => serveResources([{ ...llms, path }])).toThrow(
      `The path "${path}" cannot be served. Write one that starts with one slash`,
    )
  })

  it('throws a TypeError for an unknown option', () => {
    expect(() => serveResources(all, { notfound: () => new Response() } as object)).toThrow(
      new TypeError('Option "notfound" is unknown. Use one of notFound.'),
    )
  })

  it('rejects two files with the same path, in any encoding', () => {
    const files = [
      { ...llms, path: '/школа' },
      { ...llms, path: '/%D1%88%D0%BA%D0%BE%D0%BB%D0%B0' },
    ]
    expect(() => serveResources(files)).toThrow(
      'Two files have the path "/%D1%88%D0%BA%D0%BE%D0%BB%D0%B0". Remove one of them.',
    )
  })
})

function get(
  path: string,
  headers: Record<string, string> = {},
  files: ServedResource[] = all,
): Promise<Response> {
  return serveResources(files)(request(path, { headers }))
}

function request(path: string, init: RequestInit = {}): Request {
  return new Request(new URL(path, 'https://school.example'), init)
}

import { describe, expect, it } from 'vitest'

import { renderResources } from '../render-resources.ts'
import type { Resource } from '../resource.ts'
import { smallSchool } from '../school.fixture.ts'
import { serveResources } from '../serve/serve-resources.ts'
import type { ServedResource } from '../serve/served-resource.ts'
import { readHeaders, routeOnVercel } from './host-files.fixture.ts'
import { renderHostFiles, type StaticHost } from './render-host-files.ts'
import type { VercelRoute } from './vercel.ts'

const school = smallSchool()
const tracker = {
  path: '/polaris.js',
  contentType: 'text/javascript; charset=utf-8',
  body: 'window.polaris = {}',
}
const resources = renderResources(school)
const served = [...resources, tracker]

type HeadersOn = (path: string, accept: string) => Record<string, string>

const HOSTS: [string, (from: Resource[]) => HeadersOn][] = [
  ['Netlify', (from) => withHeadersFile('netlify', from)],
  ['Cloudflare', (from) => withHeadersFile('cloudflare', from)],
  ['Vercel', (from) => withRoutes(vercelRoutes(from))],
]

describe('renderHostFiles()', () => {
  it('renders the files of each host', () => {
    const hosts: StaticHost[] = ['netlify', 'vercel', 'cloudflare']
    const files = hosts.flatMap((host) =>
      renderHostFiles(host, resources, school).map(({ root, path }) => `${host} ${root} ${path}`),
    )
    expect(files).toEqual([
      'netlify publish _headers',
      'netlify project netlify.toml',
      'netlify project netlify/edge-functions/conversion-capi-markdown.js',
      'vercel project vercel.json',
      'cloudflare publish _headers',
      'cloudflare publish _redirects',
      'cloudflare project wrangler.jsonc',
    ])
  })

  describe.each(HOSTS)('on %s', (host, read) => {
    const headersOn = read(resources)

    it.each(served.map(({ path }) => path))(
      'sends the headers of serveResources for %s',
      async (path) => {
        const expected = await sent(path, 'text/html')
        // The files of Cloudflare cannot negotiate by Accept.
        if (host === 'Cloudflare') delete expected['vary']
        expect(lowerCased(headersOn(path, 'text/html'))).toEqual(expected)
      },
    )

    it('adds only links to the homepage: to the API catalog and to llms.txt', () => {
      expect(headersOn('/', 'text/html')).toEqual({
        Link: '</.well-known/api-catalog>; rel="api-catalog", </llms.txt>; rel="describedby"',
      })
    })
  })

  it.each(HOSTS)('sends the headers of 5,000 Markdown versions on %s', async (host, read) => {
    const paths = ['/', ...Array.from({ length: 5000 }, (_, index) => manyPaths(index))]
    // Cloudflare does not need the pages, because its files cannot negotiate.
    const files = paths.flatMap(pageFiles)
    const markdown = files.filter(({ path }) => path.endsWith('.md'))
    markdown[1]!.headers = { 'Cache-Control': 'no-cache' }
    const many = [...resources, ...(host === 'Cloudflare' ? markdown : files)]
    const headersOn = read(many)
    const serve = serveResources(many)
    for (const { path } of [...markdown.slice(0, 5), ...markdown.slice(-5), ...resources]) {
      const expected = await sent(path, 'text/html', serve)
      if (host === 'Cloudflare') delete expected['vary']
      expect(lowerCased(headersOn(path, 'text/html'))).toEqual(expected)
    }
  })

  it('responds with Markdown to clients that prefer it, on Vercel', async () => {
    const accept = 'text/markdown, text/html, */*'
    const headersOn = withRoutes(vercelRoutes(resources))
    expect(lowerCased(headersOn('/for-llm/', accept))).toEqual(await sent('/for-llm/', accept))
  })

  it('keeps the URLs of files on Vercel', () => {
    const config = JSON.parse(bodyOf('vercel', 'vercel.json'))
    expect(config.cleanUrls).toBe(false)
    expect(config).not.toHaveProperty('trailingSlash')
  })

  it('hides the second URL of the API page on Netlify', () => {
    expect(bodyOf('netlify', 'netlify.toml')).toBe(
      `# Netlify: the machine-readable pages are served at their exact URLs only.

[build.processing.html]
pretty_urls = false

[[redirects]]
from = "/docs/api"
to = "/404.html"
status = 404
force = true
`,
    )
  })

  it('serves exact URLs and the pages of folders on Cloudflare', () => {
    expect(JSON.parse(bodyOf('cloudflare', 'wrangler.jsonc'))).toEqual({
      assets: { html_handling: 'none', not_found_handling: '404-page' },
    })
    expect(bodyOf('cloudflare', '_redirects').split('\n')).toContain('/*/ /:splat/index.html 200')
  })

  it('serves the page of a single-page application at its URLs, but not at those of functions', () => {
    const from = [...resources, { path: '/*', contentType: 'text/html', body: '' }]
    const bodies = (['netlify', 'vercel', 'cloudflare'] as const).map((host) => {
      const path = { netlify: 'netlify.toml', vercel: 'vercel.json', cloudflare: 'wrangler.jsonc' }
      return bodyOf(host, path[host], from)
    })
    expect(bodies[0]).toContain('from = "/:page"\nto = "/index.html"\nstatus = 200\n')
    const [{ source }] = JSON.parse(bodies[1]!).rewrites
    const matches = (path: string) => new RegExp(`^${source}$`).test(path)
    const paths = ['/courses/chess', '/app.js', '/api/a', '/functions/v1/conversion-capi']
    expect(paths.filter(matches)).toEqual(['/courses/chess'])
    expect(bodies[2]).toContain('"not_found_handling": "single-page-application"')
  })

  it('serves a page at its second URL', () => {
    const html = { contentType: 'text/html', body: '' }
    const page = { ...html, path: '/a/b.c.html' }
    const folder = { ...html, path: '/f', copyOf: '/f/', headers: { Location: '/f/' } }
    const from = [...resources, page, { ...page, path: '/a/b.c', copyOf: page.path }, folder]
    expect(bodyOf('cloudflare', '_redirects', from)).toMatch(/^\/f \/f\/ 308$/m)
    expect(bodyOf('cloudflare', '_redirects', from)).toMatch(/^\/a\/b\.c \/a\/b\.c\.html 200$/m)
    expect(JSON.parse(bodyOf('vercel', 'vercel.json', from)).rewrites).toEqual([
      { source: '/a/b.c', destination: '/a/b.c.html' },
    ])
    // Netlify does so itself.
    expect(bodyOf('netlify', 'netlify.toml', from)).toBe(bodyOf('netlify', 'netlify.toml'))
  })

  it('encodes a dollar sign in the name of the tracker as each host expects', () => {
    const dollar = [...resources, { ...tracker, path: '/$polaris.js' }]
    const { contentType } = tracker
    const onNetlify = withHeadersFile('netlify', dollar)
    const onCloudflare = withHeadersFile('cloudflare', dollar)
    expect(onNetlify('/$polaris.js', '')['Content-Type']).toBe(contentType)
    expect(onCloudflare('/%24polaris.js', '')['Content-Type']).toBe(contentType)
    const { headers } = routeOnVercel(vercelRoutes(dollar), '/$polaris.js', '')
    expect(headers['Content-Type']).toBe(contentType)
  })

  it('keeps a tracker and a homepage that are among the files', () => {
    const own = [
      { ...tracker, headers: { 'Cache-Control': 'no-cache' } },
      { path: '/', contentType: 'text/html; charset=utf-8', body: '' },
    ]
    const file = bodyOf('netlify', '_headers', own)
    expect(file.match(/^\/.*/gm)).toEqual(['/polaris.js', '/'])
    expect(readHeaders(file, '/polaris.js')['Cache-Control']).toBe('no-cache')
    expect(readHeaders(file, '/')['Content-Type']).toBe('text/html; charset=utf-8')
  })

  it.each(['/a:b', '/a*', '/a b', '/a(b)', 'a', '/школа'])('rejects the path "%s"', (path) => {
    expect(() => renderHostFiles('netlify', [{ ...tracker, path }], school)).toThrow(
      `The path "${path}" cannot be written into the files of hosts. Write one that starts with a slash`,
    )
  })

  it('keeps the patterns of Vercel within 4,096 characters', () => {
    const pages = Array.from({ length: 5000 }, (_, index) => manyPaths(index)).flatMap(pageFiles)
    const lengths = vercelRoutes(pages).map(({ src }: VercelRoute) => src.length)
    expect(Math.max(...lengths)).toBeGreaterThan(4000)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4096)
  })
})

/** Alternates between the two forms of page URLs. */
function manyPaths(index: number): string {
  return index % 2 ? `/courses/course-${index}/` : `/courses/course-${index}.html`
}

/** Returns a page and its Markdown version, as the command line generates it. */
function pageFiles(path: string): Resource[] {
  const headers = { Link: `<https://polaris.example${path}>; rel="canonical"` }
  const markdown = `${path}${path.endsWith('/') ? 'index' : ''}.md`
  return [
    { path, contentType: 'text/html; charset=utf-8', body: '' },
    { path: markdown, contentType: 'text/markdown; charset=utf-8', body: '', headers },
  ]
}

/** Returns the headers of `serveResources`, except those that every host sets itself. */
async function sent(
  path: string,
  accept: string,
  serve = serveResources(served),
): Promise<Record<string, string>> {
  const request = new Request(`https://polaris.example${path}`, { headers: { Accept: accept } })
  const { headers } = await serve(request)
  headers.delete('ETag')
  headers.delete('Content-Length')
  return Object.fromEntries(headers)
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(new Headers(headers))
}

function bodyOf(host: StaticHost, path: string, from: ServedResource[] = resources): string {
  return renderHostFiles(host, from, school).find((file) => file.path === path)!.body
}

function withHeadersFile(host: StaticHost, from: Resource[]): HeadersOn {
  const file = bodyOf(host, '_headers', from)
  return (path) => readHeaders(file, path)
}

function withRoutes(routes: VercelRoute[]): HeadersOn {
  return (path, accept) => routeOnVercel(routes, path, accept).headers
}

function vercelRoutes(from?: Resource[]) {
  return JSON.parse(bodyOf('vercel', 'vercel.json', from)).routes
}

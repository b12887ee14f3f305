import { describe, expect, it } from 'vitest'

import { renderResources } from '../render-resources.ts'
import { smallSchool } from '../school.fixture.ts'
import { serveResources } from '../serve/serve-resources.ts'
import { readHeaders, routeOnVercel } from './host-files.fixture.ts'
import type { HostFile } from './host-rules.ts'
import { renderHostFiles } from './render-host-files.ts'

const school = smallSchool()
const tracker = {
  path: '/polaris.js',
  contentType: 'text/javascript; charset=utf-8',
  body: 'window.polaris = {}',
}
const resources = renderResources(school)
const files = renderHostFiles(resources, school)
const served = [...resources, tracker]

const HOSTS: [string, (path: string, accept: string) => Record<string, string>][] = [
  ['Netlify', (path) => readHeaders(bodyOf('netlify', '_headers'))[path]!],
  ['Cloudflare', (path) => readHeaders(bodyOf('cloudflare', '_headers'))[path]!],
  ['Vercel', (path, accept) => routeOnVercel(vercelRoutes(), path, accept).headers],
  ['prebuilt Vercel', (path, accept) => routeOnVercel(prebuiltRoutes(), path, accept).headers],
]

describe('renderHostFiles()', () => {
  it('renders the files of each host', () => {
    expect(files.map(({ host, root, path }) => `${host} ${root} ${path}`)).toEqual([
      'netlify publish _headers',
      'netlify project netlify.toml',
      'vercel project vercel.json',
      'vercel-build-output project .vercel/output/config.json',
      'cloudflare publish _headers',
      'cloudflare publish _redirects',
      'cloudflare project wrangler.jsonc',
    ])
  })

  describe.each(HOSTS)('on %s', (host, headersOn) => {
    it.each(served.map(({ path }) => path))(
      'sends the headers of serveResources for %s',
      async (path) => {
        const expected = await sent(path, 'text/html')
        // Only Vercel negotiates by Accept, which a test below covers.
        if (!host.endsWith('Vercel')) delete expected['vary']
        expect(lowerCased(headersOn(path, 'text/html'))).toEqual(expected)
      },
    )

    it('adds only links to the homepage: to the API catalog and to llms.txt', () => {
      expect(headersOn('/', 'text/html')).toEqual({
        Link: '</.well-known/api-catalog>; rel="api-catalog", </llms.txt>; rel="describedby"',
      })
    })
  })

  it.each(HOSTS.filter(([host]) => host.endsWith('Vercel')))(
    'responds with Markdown to clients that prefer it, on %s',
    async (_, headersOn) => {
      const accept = 'text/markdown, text/html, */*'
      expect(lowerCased(headersOn('/for-llm/', accept))).toEqual(await sent('/for-llm/', accept))
    },
  )

  it('sets the type of every file in the Build Output API', () => {
    const { overrides } = JSON.parse(bodyOf('vercel-build-output', '.vercel/output/config.json'))
    expect(Object.keys(overrides)).toHaveLength(served.length)
    expect(overrides).toMatchObject({
      '.well-known/api-catalog': {
        contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      },
      'for-llm/index.html': { contentType: 'text/html; charset=utf-8' },
      'docs/api.html': { contentType: 'text/html; charset=utf-8' },
    })
  })

  it('serves the page shell at unknown paths in the Build Output API', () => {
    const route = prebuiltRoutes().at(-1)!
    expect(prebuiltRoutes().at(-2)).toEqual({ handle: 'error' })
    expect(route).toMatchObject({ status: 404, dest: '/404.html' })
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

  it('encodes a dollar sign in the name of the tracker as each host expects', () => {
    const dollar = renderHostFiles(resources, { tracker: '$polaris' })
    expect(readHeaders(bodyOf('netlify', '_headers', dollar))).toHaveProperty('/$polaris.js')
    expect(readHeaders(bodyOf('cloudflare', '_headers', dollar))).toHaveProperty('/%24polaris.js')
    const { headers } = routeOnVercel(prebuiltRoutes(dollar), '/$polaris.js', '')
    expect(headers['Content-Type']).toBe('text/javascript; charset=utf-8')
  })

  it('keeps a tracker and a homepage that are among the files', () => {
    const own = [
      { ...tracker, headers: { 'Cache-Control': 'no-cache' } },
      { path: '/', contentType: 'text/html; charset=utf-8', body: '' },
    ]
    const rules = readHeaders(bodyOf('netlify', '_headers', renderHostFiles(own, school)))
    expect(Object.keys(rules)).toEqual(['/polaris.js', '/'])
    expect(rules['/polaris.js']!['Cache-Control']).toBe('no-cache')
    expect(rules['/']!['Content-Type']).toBe('text/html; charset=utf-8')
  })

  it.each(['/a:b', '/a*', '/a b', '/a(b)', 'a', '/школа'])('rejects the path "%s"', (path) => {
    expect(() => renderHostFiles([{ ...tracker, path }], school)).toThrow(
      `The path "${path}" cannot be written into the files of hosts. Write one that starts with a slash`,
    )
  })

  it('rejects more files than Cloudflare reads', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ ...tracker, path: `/${index}.js` }))
    expect(() => renderHostFiles(many, school)).toThrow(
      'Cloudflare reads the headers of 100 files, and there are 101',
    )
    expect(renderHostFiles(many.slice(1), school)).toHaveLength(7)
  })

  it('rejects a header longer than Cloudflare reads', () => {
    const long = { ...tracker, headers: { Link: 'x'.repeat(1992) } }
    expect(renderHostFiles([long], school)).toHaveLength(7)
    long.headers.Link += 'x'
    expect(() => renderHostFiles([long], school)).toThrow('this header has 2001: Link: xxx')
  })
})

/** Returns the headers of `serveResources`, except those that every host sets itself. */
async function sent(path: string, accept: string): Promise<Record<string, string>> {
  const request = new Request(`https://polaris.example${path}`, { headers: { Accept: accept } })
  const { headers } = await serveResources(served)(request)
  headers.delete('ETag')
  headers.delete('Content-Length')
  return Object.fromEntries(headers)
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(new Headers(headers))
}

function bodyOf(host: HostFile['host'], path: string, from = files): string {
  return from.find((file) => file.host === host && file.path === path)!.body
}

function prebuiltRoutes(from = files) {
  return JSON.parse(bodyOf('vercel-build-output', '.vercel/output/config.json', from)).routes
}

/** Vercel turns headers into routes and appends them to the project's routes. */
function vercelRoutes() {
  const { routes, headers } = JSON.parse(bodyOf('vercel', 'vercel.json'))
  const made = headers.map(
    (rule: { source: string; headers: { key: string; value: string }[] }) => ({
      src: `^${rule.source.replaceAll(/[.$]/g, String.raw`\$&`)}$`,
      headers: Object.fromEntries(rule.headers.map(({ key, value }) => [key, value])),
      continue: true,
    }),
  )
  return [...routes, ...made]
}

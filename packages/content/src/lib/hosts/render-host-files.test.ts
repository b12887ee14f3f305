import { describe, expect, it } from 'vitest'

import { renderResources } from '../render-resources.ts'
import { smallSchool } from '../school.fixture.ts'
import { serveResources } from '../serve/serve-resources.ts'
import type { HostFile } from './host-file.ts'
import { readHeaders } from './read-headers.fixture.ts'
import { renderHostFiles } from './render-host-files.ts'
import { routeOnVercel } from './route-on-vercel.fixture.ts'

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
  it('writes the files of each host', () => {
    expect(files.map(({ host, place, path }) => `${host} ${place} ${path}`)).toEqual([
      'netlify site _headers',
      'netlify project netlify.toml',
      'vercel project vercel.json',
      'vercel-build-output project .vercel/output/config.json',
      'cloudflare site _headers',
      'cloudflare site _redirects',
      'cloudflare project wrangler.jsonc',
    ])
  })

  describe.each(HOSTS)('on %s', (host, headersOn) => {
    it.each(served.map(({ path }) => path))(
      '%s has the headers that serveResources sends',
      async (path) => {
        const expected = await sent(path, 'text/html')
        // Which of two hosts chooses by "Accept" is tested below.
        if (!host.endsWith('Vercel')) delete expected['vary']
        expect(lowerCased(headersOn(path, 'text/html'))).toEqual(expected)
      },
    )

    it('the homepage leads to the catalog and to llms.txt, and is the school’s own otherwise', () => {
      expect(headersOn('/', 'text/html')).toEqual({
        Link: '</.well-known/api-catalog>; rel="api-catalog", </llms.txt>; rel="describedby"',
      })
    })
  })

  it.each(HOSTS.filter(([host]) => host.endsWith('Vercel')))(
    'answers with Markdown where it is preferred, on %s',
    async (_, headersOn) => {
      const accept = 'text/markdown, text/html, */*'
      expect(lowerCased(headersOn('/for-llm/', accept))).toEqual(await sent('/for-llm/', accept))
    },
  )

  it('tells the Build Output API the type of every file by its name in the folder', () => {
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

  it('answers unknown paths with the page shell, in the Build Output API', () => {
    const route = prebuiltRoutes().at(-1)!
    expect(prebuiltRoutes().at(-2)).toEqual({ handle: 'error' })
    expect(route).toMatchObject({ status: 404, dest: '/404.html' })
  })

  it('has Vercel leave the addresses of files as they are', () => {
    const config = JSON.parse(bodyOf('vercel', 'vercel.json'))
    expect(config.cleanUrls).toBe(false)
    expect(config).not.toHaveProperty('trailingSlash')
  })

  it('hides the second address of the API page on Netlify', () => {
    expect(bodyOf('netlify', 'netlify.toml')).toBe(
      `# Netlify: the pages that machines read are served at their exact addresses only.

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

  it('has Cloudflare serve exact addresses, and folders with their pages', () => {
    expect(JSON.parse(bodyOf('cloudflare', 'wrangler.jsonc'))).toEqual({
      assets: { html_handling: 'none', not_found_handling: '404-page' },
    })
    expect(bodyOf('cloudflare', '_redirects').split('\n')).toContain('/*/ /:splat/index.html 200')
  })

  it('names a tracker with a dollar sign as each host looks for it', () => {
    const dollar = renderHostFiles(resources, { tracker: '$polaris' })
    expect(readHeaders(bodyOf('netlify', '_headers', dollar))).toHaveProperty('/$polaris.js')
    expect(readHeaders(bodyOf('cloudflare', '_headers', dollar))).toHaveProperty('/%24polaris.js')
    const { headers } = routeOnVercel(prebuiltRoutes(dollar), '/$polaris.js', '')
    expect(headers['Content-Type']).toBe('text/javascript; charset=utf-8')
  })

  it('takes tracker and homepage as they are when they are among the files', () => {
    const own = [
      { ...tracker, headers: { 'Cache-Control': 'no-cache' } },
      { path: '/', contentType: 'text/html; charset=utf-8', body: '' },
    ]
    const rules = readHeaders(bodyOf('netlify', '_headers', renderHostFiles(own, school)))
    expect(Object.keys(rules)).toEqual(['/polaris.js', '/'])
    expect(rules['/polaris.js']!['Cache-Control']).toBe('no-cache')
    expect(rules['/']!['Content-Type']).toBe('text/html; charset=utf-8')
  })

  it.each(['/a:b', '/a*', '/a b', '/a(b)', 'a', '/школа'])('refuses the path "%s"', (path) => {
    expect(() => renderHostFiles([{ ...tracker, path }], school)).toThrow(
      `No host can be told about "${path}": write a path that begins with a slash`,
    )
  })

  it('refuses more files than Cloudflare reads', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ ...tracker, path: `/${index}.js` }))
    expect(() => renderHostFiles(many, school)).toThrow(
      'Cloudflare reads the headers of 100 files and there are 101',
    )
    expect(renderHostFiles(many.slice(1), school)).toHaveLength(7)
  })

  it('refuses a header longer than Cloudflare reads', () => {
    const long = { ...tracker, headers: { Link: 'x'.repeat(1992) } }
    expect(renderHostFiles([long], school)).toHaveLength(7)
    long.headers.Link += 'x'
    expect(() => renderHostFiles([long], school)).toThrow('this header has 2001: Link: xxx')
  })
})

/** The headers of `serveResources` but those that every host makes itself. */
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

/** Vercel makes routes of the headers, and puts them behind the project's own. */
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

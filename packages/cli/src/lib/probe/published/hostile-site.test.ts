import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

import { startServer } from '@conversion-capi/test-support'
import { describe, expect, it, onTestFinished } from 'vitest'

import { probeSite } from '../probe-site.ts'

const PAGE = '<!doctype html><title>School</title><h1>School</h1>'
/** 200 MB of zeros, compressed. */
const ZEROS = gzipSync(Buffer.alloc(200_000_000))
const GZIP = { 'Content-Encoding': 'gzip' }

/** What the site responds with, by path. Other paths are pages. */
type Routes = Record<string, (response: ServerResponse, origin: string) => void>

describe('probe on a hostile site', () => {
  it('reads at most 50 pages of 200,000, and names the rest', async () => {
    const { origin, requests } = await serve({
      '/sitemap.xml': sitemap(Array.from({ length: 200_000 }, (_, i) => `/${i}`)),
    })
    const findings = await probeSite({ origin })
    const isPage = (path: string) => path === '/' || /^\/\d+$/.test(path)
    // The home page once more, before it is requested as crawlers do.
    expect(requests.filter(isPage)).toHaveLength(51)
    expect(findings.find(({ code }) => code === 'pages-unread')?.message).toMatch(
      /^Pages that were not read: \d{5}, because probe reads at most 50 pages\.$/,
    )
  })

  it('reads the start of endless pages, and of 200 MB of compressed zeros', async () => {
    const { origin } = await serve({
      '/sitemap.xml': sitemap(['/endless', '/zeros']),
      '/endless': (response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' })
        endless(response, PAGE + 'x '.repeat(30_000))
      },
      '/zeros': (response) => {
        response.writeHead(200, { 'Content-Type': 'text/html', ...GZIP }).end(ZEROS)
      },
    })
    const found = (await probeSite({ origin })).find(({ code }) => code === 'line-nowhere')
    expect(found?.message).toContain('read: 3')
  })

  it.each<[string, Routes[string]]>([
    [
      'endless',
      (response) => endless(response, '<urlset><url><loc>https://a.example/</loc></url>'),
    ],
    ['compressed zeros', (response) => response.writeHead(200, GZIP).end(ZEROS)],
    ['an image', (response) => response.end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x3c, 0xff]))],
    ['a bomb of entities', (response) => response.end(BOMB)],
    ['an error', (response) => response.writeHead(500).end()],
  ])('reads the home page if the sitemap is %s', async (_, sitemap) => {
    const { origin, requests } = await serve({ '/sitemap.xml': sitemap })
    await probeSite({ origin })
    expect(requests).toEqual(['/robots.txt', '/', '/sitemap.xml', '/'])
  })

  it('reads a page with 50,000 links, and rules with 20,000 wildcards, in linear time', async () => {
    const { origin } = await serve({
      '/robots.txt': (response) =>
        response.end(`User-agent: *\nDisallow: /${'*a*'.repeat(10_000)}b`),
      '/': links(50_000),
      ...Object.fromEntries(
        Array.from({ length: 5 }, (_, i): [string, Routes[string]] => [
          `/${i}`,
          (response) =>
            html(
              response,
              '<script src=t.js></script>'.repeat(10_000) + '<hr id=a>'.repeat(50_000),
            ),
        ]),
      ),
    })
    const findings = await probeSite({ origin, timeoutMs: 600_000, now: () => 0 })
    expect(findings.find(({ code }) => code === 'pages-unread')?.message).toMatch(
      /because the pages before them have more than 300,000 elements, where probe stops\.$/,
    )
  })

  it('reads ten files of nested indexes', async () => {
    const routes: Routes = {}
    for (let depth = 0; depth < 40; depth += 1) {
      routes[depth === 0 ? '/sitemap.xml' : `/sitemap-${depth}.xml`] = (response, origin) => {
        const next = [depth + 1, depth, 0].map((each) => `${origin}/sitemap-${each}.xml`)
        response.end(
          `<sitemapindex>${next.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`,
        )
      }
    }
    const { origin, requests } = await serve(routes)
    await probeSite({ origin })
    expect(requests.filter((path) => path.startsWith('/sitemap'))).toHaveLength(10)
  })

  it('requests no host that was not named, whatever the site lists, loads or redirects to', async () => {
    const internal = await serve({})
    const { port } = new URL(internal.origin)
    const hosts = [
      internal.origin,
      `http://localhost:${port}`,
      `http://[::1]:${port}`,
      `http://2130706433:${port}`,
      'http://169.254.169.254/latest',
      'https://other.example',
      'file:///etc/passwd',
      'http://[',
    ]
    const list = (tag: string) =>
      hosts.map((host) => `<${tag}><loc>${host}/a</loc></${tag}>`).join('')
    const { origin } = await serve({
      '/robots.txt': (response) =>
        response.end(hosts.map((host) => `Sitemap: ${host}/sitemap.xml\n`).join('')),
      '/': (response) => {
        const scripts = hosts.map(
          (host) => `<script src="${host}/tracker.js" data-endpoint="${host}/e"></script>`,
        )
        const links = hosts.map((host) => `<a href="${host}/link">Link</a>`)
        html(response, PAGE + scripts.join('') + links.join('') + '<a href="/away">Away</a>')
      },
      '/away': (response) => response.writeHead(302, { Location: hosts[0] }).end(),
    })
    const first = await probeSite({ origin })
    expect(first.filter(({ code }) => code === 'script-unreachable').length).toBeGreaterThan(0)
    const indexed = await serve({
      '/sitemap.xml': (response) =>
        response.end(
          `<a><urlset>${list('url')}</urlset><sitemapindex>${list('sitemap')}</sitemapindex></a>`,
        ),
    })
    await probeSite({ origin: indexed.origin })
    expect(internal.requests).toEqual([])
  })

  it('requests nothing that robots.txt disallows, and says so', async () => {
    const { origin, requests } = await serve({
      '/robots.txt': (response) => response.end('User-agent: *\nDisallow: /members\n'),
      '/': (response) => html(response, `${PAGE}<a href="/members/1">1</a><a href="/open">2</a>`),
    })
    const findings = await probeSite({ origin })
    expect(requests).not.toContain('/members/1')
    expect(requests).toContain('/open')
    expect(findings.find(({ code }) => code === 'pages-unread')?.message).toBe(
      'Pages that were not read: 1, because robots.txt disallows it.',
    )
  })

  it('explains that robots.txt disallows the home page', async () => {
    const { origin, requests } = await serve({
      '/robots.txt': (response) => response.end('User-agent: *\nDisallow: /\n'),
    })
    await expect(probeSite({ origin })).rejects.toThrow(
      `${origin}/ cannot be read: its robots.txt disallows it. Run probe with the origin`,
    )
    expect(requests).toEqual(['/robots.txt'])
  })

  it('stops after two minutes', async () => {
    const { origin, requests } = await serve({
      '/': links(9),
    })
    // Each look at the clock is 30 seconds after the one before.
    let time = 0
    const findings = await probeSite({ origin, now: () => (time += 30_000) })
    expect(requests.filter((path) => /^\/\d$/.test(path))).toHaveLength(4)
    expect(findings.find(({ code }) => code === 'pages-unread')?.message).toBe(
      'Pages that were not read: 5, because probe reads at most for 120 seconds.',
    )
  })
})

const BOMB = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 20 },
  (_, i) => `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`,
).join('')}]><urlset><url><loc>&a19;</loc></url></urlset>`

function sitemap(paths: string[]): NonNullable<Routes[string]> {
  return (response, origin) => {
    const entries = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`)
    response.end(`<urlset>${entries.join('')}</urlset>`)
  }
}

/** A page with links to `/0`, `/1` and so on. */
function links(length: number): NonNullable<Routes[string]> {
  const all = Array.from({ length }, (_, i) => `<a href=${i}>x</a>`).join('')
  return (response) => html(response, PAGE + all)
}

/** Serves a site on this machine, and records the paths that were requested, except as a crawler. */
async function serve(routes: Routes): Promise<{ origin: string; requests: string[] }> {
  const requests: string[] = []
  const server = await startServer((request, response) => {
    const path = request.url!
    if (request.headers['user-agent']!.startsWith('conversion-capi')) requests.push(path)
    response.on('error', () => {})
    if (routes[path]) routes[path](response, server.url)
    else if (/\.(?:txt|xml)$/.test(path)) response.writeHead(404).end()
    else html(response, PAGE)
  })
  onTestFinished(server.close)
  return { origin: server.url, requests }
}

function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(body)
}

function endless(response: ServerResponse, text: string): void {
  const write = (): void => {
    while (!response.destroyed && response.write(text));
  }
  response.on('drain', write)
  write()
}

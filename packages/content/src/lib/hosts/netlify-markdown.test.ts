import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'

import { renderResources } from '../render-resources.ts'
import { smallSchool } from '../school.fixture.ts'
import { prefersMarkdown } from '../serve/negotiation.ts'
import { serveResources } from '../serve/serve-resources.ts'
import { NETLIFY_MARKDOWN } from './netlify-markdown.ts'

interface EdgeFunction {
  default: (request: Request) => Promise<Response | undefined>
  config: { path: string; method: string[]; header: Record<string, string>; onError: string }
}

const edge = (await import(
  `data:text/javascript,${encodeURIComponent(NETLIFY_MARKDOWN)}`
)) as EdgeFunction
const serve = serveResources(renderResources(smallSchool()))
const PAGE = 'https://school.example/for-llm/'

describe('the edge function for Netlify', () => {
  it('runs only for requests that name Markdown', () => {
    expect(edge.config).toEqual({
      path: '/*',
      method: ['GET', 'HEAD'],
      header: { accept: 'text/markdown' },
      onError: 'bypass',
    })
  })

  it('responds as serveResources does to clients that prefer Markdown', async () => {
    const headers = { Accept: 'text/markdown, text/html;q=0.5' }
    const expected = await serve(new Request(PAGE, { headers }))
    const response = await request(PAGE, headers.Accept)
    expect(await response!.text()).toBe(await expected.text())
    for (const name of ['Content-Type', 'Content-Location', 'Vary', 'Link']) {
      expect([name, response!.headers.get(name)]).toEqual([name, expected.headers.get(name)])
    }
  })

  it.each(['https://school.example/docs/unknown', 'https://school.example/llms.txt'])(
    'leaves %s, which has no Markdown version, to Netlify',
    async (url) => {
      expect(await request(url, 'text/markdown')).toBeUndefined()
    },
  )

  it.each([
    '//evil.example/',
    '/\\evil.example/a',
    '///evil.example/',
    '/\t/evil.example/',
    '/.//e/',
  ])('requests nothing from another host for the path %j', async (path) => {
    const urls: string[] = []
    const site = ({ url }: Request) => {
      urls.push(url)
      return new Response('# Evil', { headers: { 'Content-Type': 'text/markdown' } })
    }
    expect(await request(`https://school.example${path}`, 'text/markdown', site)).toBeUndefined()
    expect(urls).toEqual([])
  })

  it('follows no redirect', async () => {
    const site = ({ redirect }: Request) =>
      Response.json(null, {
        status: redirect === 'manual' ? 302 : 200,
        headers: { 'Content-Type': 'text/markdown' },
      })
    expect(await request(PAGE, 'text/markdown', site)).toBeUndefined()
  })

  it('leaves a page whose Markdown version is the page for unknown URLs to Netlify', async () => {
    const page = () =>
      new Response('<title>School</title>', { headers: { 'Content-Type': 'text/html' } })
    expect(await request(PAGE, 'text/markdown', page)).toBeUndefined()
  })

  it('prefers Markdown exactly if serveResources does', async () => {
    const weight = fc.constantFrom(
      '',
      ';q=0',
      ';q=0.5',
      '; Q=0.3',
      ';q=1.0',
      ';charset=utf-8;q=0.7',
    )
    const type = fc.constantFrom('text/html', 'TEXT/Markdown', '*/*', 'text/*', 'application/json')
    const ranges = fc.array(
      fc.tuple(type, weight).map((parts) => parts.join('')),
      { maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(ranges, async (others) => {
        const accept = [...others, 'text/markdown;q=0.5'].join(', ')
        const response = await request(PAGE, accept)
        expect(response !== undefined).toBe(prefersMarkdown(accept))
      }),
    )
  })
})

/** Calls the function as Netlify does. Its `fetch` reaches the site, without the function. */
async function request(
  url: string,
  accept: string,
  site: (request: Request) => Response | Promise<Response> = serve,
): Promise<Response | undefined> {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => site(new Request(input as URL, init))
  onTestFinished(() => void (globalThis.fetch = fetch))
  return edge.default(new Request(url, { headers: { Accept: accept } }))
}

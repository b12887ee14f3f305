import type { RequestListener, ServerResponse } from 'node:http'

import { startServer } from '@conversion-capi/test-support'
import { describe, expect, it, onTestFinished } from 'vitest'

import { readPublishedPage } from './read-published-page.ts'

const PAGE = '<!doctype html><html lang="pl"><title>Szkoła</title><h1>Szkoła</h1></html>'

describe('readPublishedPage', () => {
  it('sends one request for robots.txt and one for the page, and names itself', async () => {
    const { url, requests, agents } = await serve((_, response) => html(response, PAGE))
    const page = await readPublishedPage(`${url}/landing`)
    expect(page).toMatchObject({
      url: `${url}/landing`,
      scanned: { title: 'Szkoła', language: { value: 'pl' } },
    })
    expect(requests).toEqual(['/robots.txt', '/landing'])
    expect(agents).toEqual(['conversion-capi', 'conversion-capi'])
  })

  it('requests no page if the server fails to send robots.txt', async () => {
    const requests: string[] = []
    const url = await start((request, response) => {
      requests.push(request.url!)
      response.writeHead(503).end()
    })
    await expect(readPublishedPage(url)).rejects.toThrow(
      'robots.txt cannot be read: it responds with 503',
    )
    expect(requests).toEqual(['/robots.txt'])
  })

  it('follows a redirect on the same site, and checks robots.txt for its target', async () => {
    const { url, requests } = await serve((request, response) => {
      if (request.url === '/home') html(response, PAGE)
      else response.writeHead(301, { Location: '/home' }).end()
    }, 'User-agent: *\nDisallow: /private')
    expect((await readPublishedPage(url)).url).toBe(`${url}/home`)
    expect(requests).toEqual(['/robots.txt', '/', '/home'])
  })

  it.each([
    ['another site', 'https://other.example/'],
    ['an internal address', 'http://169.254.169.254/latest/meta-data/'],
    ['another port of this machine', 'http://127.0.0.1:1/'],
    ['a file', 'file:///etc/passwd'],
    ['a URL with a password', 'http://user:secret@127.0.0.1/'],
    ['a malformed URL', 'http://[/'],
  ])('does not follow a redirect to %s', async (_, location) => {
    const { url, requests } = await serve((_request, response) => {
      response.writeHead(302, { Location: location }).end()
    })
    const error = await readPublishedPage(url).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({
      name: 'CommandError',
      message: expect.stringContaining(`${url}/ cannot be read: it redirects to "`),
    })
    expect((error as Error).message).not.toContain('secret')
    expect(requests).toEqual(['/robots.txt', '/'])
  })

  it('ends a redirect loop', async () => {
    const { url, requests } = await serve((request, response) => {
      response.writeHead(302, { Location: `${request.url}x` }).end()
    })
    await expect(readPublishedPage(url)).rejects.toThrow('it redirects more than 5 times')
    expect(requests).toHaveLength(7)
  })

  it('reads the start of an endless robots.txt', async () => {
    const url = await start((request, response) => {
      if (request.url !== '/robots.txt') return html(response, PAGE)
      response.writeHead(200, { 'Content-Type': 'text/plain' })
      endless(response, Buffer.from('User-agent: *\nDisallow: /a*b*c*d*e*$\n'))
    })
    expect((await readPublishedPage(url)).scanned.title).toBe('Szkoła')
  })

  it.each([
    ['the header', { 'Content-Type': 'text/html; charset=windows-1251' }, ''],
    ['a <meta>', { 'Content-Type': 'text/html' }, '<meta charset="windows-1251">'],
  ])('decodes a page as %s says', async (_, headers, meta) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, headers)
      response.end(
        Buffer.concat([Buffer.from(`${meta}<title>`), Buffer.from([0xd8, 0xea, 0xee, 0xeb, 0xe0])]),
      )
    })
    expect((await readPublishedPage(url)).scanned.title).toBe('Школа')
  })

  it('reads a page whose encoding is wrong or unknown', async () => {
    for (const charset of ['utf-8', 'utf-16', 'nonsense', 'replacement']) {
      const { url } = await serve((_request, response) => {
        response.writeHead(200, { 'Content-Type': `text/html; charset=${charset}` })
        response.end(Buffer.from([0xff, 0xc3, 0x28, 0x00, 0xed, 0xa0, 0x80]))
      })
      expect((await readPublishedPage(url)).scanned.pixelId, charset).toBeUndefined()
    }
  })

  it.each([
    ['a missing page', (response) => response.writeHead(404).end(), 'it responds with 404'],
    [
      'a PDF',
      (response) => response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF'),
      'its type is "application/pdf"',
    ],
    [
      'a page nested too deep',
      (response) => html(response, '<div>'.repeat(100_000)),
      'its elements are nested too deep',
    ],
    [
      'a body that is not compressed as declared',
      (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no'),
      'the response cannot be decompressed',
    ],
  ] as [string, (response: ServerResponse) => unknown, string][])(
    'says why it cannot read %s',
    async (_, respond, reason) => {
      const { url } = await serve((_request, response) => void respond(response))
      await expect(readPublishedPage(url)).rejects.toThrow(`${url}/ cannot be read: ${reason}`)
    },
  )
})

function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end(body)
}

function endless(response: ServerResponse, chunk: Buffer): void {
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}

async function start(listener: RequestListener): Promise<string> {
  const { url, close } = await startServer(listener)
  onTestFinished(close)
  return url
}

async function serve(listener: RequestListener, robots?: string) {
  const requests: string[] = []
  const agents: (string | undefined)[] = []
  const url = await start((request, response) => {
    requests.push(request.url!)
    agents.push(request.headers['user-agent'])
    if (request.url !== '/robots.txt') return listener(request, response)
    response.writeHead(robots === undefined ? 404 : 200, { 'Content-Type': 'text/plain' })
    response.end(robots)
  })
  return { url, requests, agents }
}

import { randomBytes } from 'node:crypto'

import type { Finding } from '@conversion-capi/content'
import { type Client, type Received, request, showValue } from '@conversion-capi/meta/terminal'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { SiteOptions } from '../project/site-options.ts'
import { compareHeader, type ExpectedFiles } from './probe-files.ts'
import { finding } from './probe-rules.ts'

export async function probeRoutes(
  client: Client,
  { origin, files, serve }: ExpectedFiles,
  { host, framework }: Pick<SiteOptions, 'host' | 'framework'>,
): Promise<Finding[]> {
  // The server of a framework can serve a file at more URLs, and does not negotiate its type.
  const isOurs = framework === undefined
  const has = (path: string): boolean => files.some((file) => file.path === path)
  const results = await Promise.all([
    probeUnknownPath(),
    isOurs && has(API) ? probeAlias() : [],
    has(CATALOG) ? probeHead() : [],
    isOurs && HOST_RECORDS[host].negotiates && has(FACTS) ? probeMarkdown() : [],
    probePlainHttp(client, origin),
  ])
  return results.flat()

  async function compare(
    url: string,
    init: RequestInit,
    judge: (found: Received, built: Response) => Finding[],
    file = url,
  ): Promise<Finding[]> {
    const response = await request(client, url, init)
    return response.reason === undefined
      ? judge(response, await serve(new Request(url, init)))
      : [finding('file-unreachable', { file }, { reason: response.reason })]
  }

  function probeUnknownPath(): Promise<Finding[]> {
    const url = `${origin}/probe-${randomBytes(8).toString('hex')}`
    return compare(url, { headers: { Accept: 'text/html' } }, ({ status }, built) => {
      // A single-page application responds to each URL.
      if (built.status === 200 && status === 200) return []
      return status === 404
        ? [finding('not-found-verified', { file: origin }, {})]
        : [finding('not-found-status', { file: url }, { found: String(status) })]
    })
  }

  /** A host with clean URLs serves `/docs/api.html` at a second URL, or only there. */
  async function probeAlias(): Promise<Finding[]> {
    const file = origin + API.slice(0, -'.html'.length)
    const response = await request(client, file)
    if (response.reason !== undefined || response.status === 404) return []
    return [finding('path-alias', { file }, { found: String(response.status), expected: API })]
  }

  /** RFC 9727 requires the `Link` header in responses to HEAD. */
  function probeHead(): Promise<Finding[]> {
    const file = `HEAD ${origin}${CATALOG}`
    const judge = ({ status, headers }: Received, built: Response): Finding[] =>
      status === 200
        ? compareHeader(file, 'Link', headers, built.headers)
        : [finding('file-status', { file }, { found: String(status), expected: '200' })]
    return compare(origin + CATALOG, { method: 'HEAD' }, judge, file)
  }

  function probeMarkdown(): Promise<Finding[]> {
    const url = origin + FACTS
    return compare(url, { headers: { Accept: 'text/markdown' } }, ({ headers }, built) => {
      const found = headers.get('Content-Type')
      return found?.split(';')[0] === built.headers.get('Content-Type')?.split(';')[0]
        ? [finding('markdown-verified', { file: origin }, {})]
        : [finding('markdown-missing', { file: url }, { found: showValue(found) })]
    })
  }
}

const API = '/docs/api.html'
const CATALOG = '/.well-known/api-catalog'
const FACTS = '/for-llm/'

async function probePlainHttp(client: Client, origin: string): Promise<Finding[]> {
  const { protocol, port, host } = new URL(origin)
  if (protocol !== 'https:' || port !== '') return []
  const url = `http://${host}/`
  const response = await request(client, url)
  if (response.reason !== undefined) {
    return [finding('https-unknown', { file: url }, { reason: response.reason })]
  }
  const location = response.headers.get('Location') ?? ''
  return response.status >= 300 && response.status < 400 && location.startsWith('https://')
    ? [finding('https-verified', { file: origin }, {})]
    : [finding('https-missing', { file: url }, { found: String(response.status) })]
}

import { randomBytes } from 'node:crypto'

import type { Finding } from '@conversion-capi/content'

import { type Host, HOST_RECORDS } from '../hosts/hosts.ts'
import { finding } from './probe-rules.ts'
import type { ExpectedFiles } from './probe-files.ts'
import { type Client, request, showValue } from '../http/request.ts'

/** Checks what the host makes of other paths and requests: unknown paths, aliases, Markdown and plain HTTP. */
export async function probeRoutes(
  client: Client,
  expected: ExpectedFiles,
  host: Host,
): Promise<Finding[]> {
  const results = await Promise.all([
    probeUnknownPath(client, expected),
    probeAlias(client, expected),
    probeHead(client, expected),
    HOST_RECORDS[host].negotiates ? probeMarkdown(client, expected) : [],
    probePlainHttp(client, expected),
  ])
  return results.flat()
}

async function probeUnknownPath(
  client: Client,
  { origin, serve }: ExpectedFiles,
): Promise<Finding[]> {
  const url = `${origin}/probe-${randomBytes(8).toString('hex')}`
  const headers = { Accept: 'text/html' }
  const response = await request(client, url, { headers })
  const place = { file: origin }
  if (response.reason !== undefined) {
    return [finding('file-unreachable', { file: url }, { reason: response.reason })]
  }
  // A single-page application responds to each URL.
  const built = await serve(new Request(url, { headers }))
  if (built.status === 200 && response.status === 200) return []
  return response.status === 404
    ? [finding('not-found-verified', place, {})]
    : [finding('not-found-status', { file: url }, { found: String(response.status) })]
}

/** A host with clean URLs serves `/docs/api.html` at a second URL, or only there. */
async function probeAlias(client: Client, { origin, files }: ExpectedFiles): Promise<Finding[]> {
  const path = '/docs/api.html'
  if (!files.some((file) => file.path === path)) return []
  const alias = path.slice(0, -'.html'.length)
  const response = await request(client, origin + alias)
  if (response.reason !== undefined || response.status === 404) return []
  const values = { found: String(response.status), expected: path }
  return [finding('path-alias', { file: origin + alias }, values)]
}

/** RFC 9727 requires the `Link` header in responses to HEAD. */
async function probeHead(
  client: Client,
  { origin, files, serve }: ExpectedFiles,
): Promise<Finding[]> {
  const path = '/.well-known/api-catalog'
  if (!files.some((file) => file.path === path)) return []
  const url = origin + path
  const built = await serve(new Request(url, { method: 'HEAD' }))
  const response = await request(client, url, { method: 'HEAD' })
  const place = { file: `HEAD ${url}` }
  if (response.reason !== undefined) {
    return [finding('file-unreachable', place, { reason: response.reason })]
  }
  if (response.status !== 200) {
    return [finding('file-status', place, { found: String(response.status), expected: '200' })]
  }
  const [found, expected] = [response.headers.get('Link'), built.headers.get('Link')]
  if (expected === null || found === expected) return []
  const values = { name: 'Link', found: showValue(found), expected: showValue(expected) }
  return [finding('file-header', place, values)]
}

async function probeMarkdown(
  client: Client,
  { origin, files, serve }: ExpectedFiles,
): Promise<Finding[]> {
  const path = '/for-llm/'
  if (!files.some((file) => file.path === path)) return []
  const url = origin + path
  const headers = { Accept: 'text/markdown' }
  const built = await serve(new Request(url, { headers }))
  const response = await request(client, url, { headers })
  if (response.reason !== undefined) {
    return [finding('file-unreachable', { file: url }, { reason: response.reason })]
  }
  const found = response.headers.get('Content-Type')
  return found?.split(';')[0] === built.headers.get('Content-Type')?.split(';')[0]
    ? [finding('markdown-verified', { file: origin }, {})]
    : [finding('markdown-missing', { file: url }, { found: showValue(found) })]
}

async function probePlainHttp(client: Client, { origin }: ExpectedFiles): Promise<Finding[]> {
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

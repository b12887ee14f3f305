import { hash } from 'node:crypto'

import type { Finding } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import { type Client, type Received, request, showValue } from '@conversion-capi/meta/terminal'

import { isNoIndex } from '../hosts/header-rules.ts'
import { finding } from './probe-rules.ts'

export interface ExpectedFiles {
  origin: string
  files: ServedResource[]
  generated: ReadonlySet<string>
  serve: (request: Request) => Promise<Response>
}

const CONCURRENCY = 6

/**
 * Requests every file and compares it with the build.
 *
 * @returns One finding for all files that are as built, and one for each difference. If no file is as built, this is
 *   another site, and the differences are not listed.
 */
export async function probeFiles(client: Client, expected: ExpectedFiles): Promise<Finding[]> {
  const { files, origin } = expected
  const results: Finding[][] = []
  // The workers share the iterator.
  const entries = files.entries()
  async function work(): Promise<void> {
    for (const [index, file] of entries) results[index] = await probeFile(client, expected, file)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  const total = String(files.length)
  if (results.every((findings) => findings.some(({ code = '' }) => !isHeader(code)))) {
    return [finding('site-differs', { file: origin }, { total })]
  }
  const count = results.filter(({ length }) => length === 0).length
  const values = { count: String(count), total }
  const summary = count === 0 ? [] : [finding('files-verified', { file: origin }, values)]
  return [...summary, ...results.flat()]
}

function isHeader(code: string): boolean {
  return /^(?:file-type|file-header|file-noindex)$/.test(code)
}

async function probeFile(
  client: Client,
  { origin, generated, serve }: ExpectedFiles,
  { path }: ServedResource,
): Promise<Finding[]> {
  const file = new URL(origin + path).href
  const built = await serve(new Request(file))
  const body = new Uint8Array(await built.arrayBuffer())
  const response = await request(client, file, {}, body.byteLength)
  if (response.reason !== undefined) {
    return [finding('file-unreachable', { file }, { reason: response.reason })]
  }
  const { status, headers } = response
  // Hosts redirect to the page of a folder in their own way.
  if (built.headers.has('Location') && status < 400) return []
  if (status >= 300 && status < 400) {
    return [finding('file-redirect', { file }, { location: showValue(headers.get('Location')) })]
  }
  const isNotFoundPage = path === '/404.html' && status === 404
  if (status !== built.status && !isNotFoundPage) {
    const values = { found: String(status), expected: String(built.status) }
    return [finding('file-status', { file }, values)]
  }
  const names = generated.has(path) ? COMPARED_HEADERS : path === '/' ? ['Link'] : []
  const robots = headers.get('X-Robots-Tag') ?? ''
  const isPage = built.headers.get('Content-Type')?.startsWith('text/html')
  const isKept = isPage && isNoIndex(robots) && !built.headers.has('X-Robots-Tag')
  return [
    ...(isKept ? [finding('file-noindex', { file }, { found: showValue(robots) })] : []),
    ...compareType(file, headers, built.headers, generated.has(path)),
    ...names.flatMap((name) => compareHeader(file, name, headers, built.headers)),
    ...compareContent(file, response, body, built.headers),
  ]
}

const COMPARED_HEADERS = ['Link', 'X-Content-Type-Options', 'Access-Control-Allow-Origin']

/** Hosts choose the charset of handwritten files themselves. */
function compareType(file: string, found: Headers, built: Headers, isExact: boolean): Finding[] {
  const expected = built.get('Content-Type')
  const type = found.get('Content-Type')
  const normalize = (text: string | null): string => {
    const lower = (text ?? '').toLowerCase().replaceAll(/\s*;\s*/g, ';')
    const essence = lower.split(';')[0]!
    if (isExact) return lower
    // Browsers treat them as equal.
    const ALIASES: Record<string, string> = {
      'application/javascript': 'text/javascript',
      'text/xml': 'application/xml',
    }
    return ALIASES[essence] ?? essence
  }
  const isUnknown = normalize(expected) === 'application/octet-stream' && !isExact
  if (isUnknown || normalize(type) === normalize(expected)) return []
  const values = { found: showValue(type), expected: showValue(expected) }
  return [finding('file-type', { file }, values)]
}

export function compareHeader(
  file: string,
  name: string,
  found: Headers,
  built: Headers,
): Finding[] {
  const [value, expected] = [found.get(name), built.get(name)]
  if (expected === null || value?.replaceAll(/\s/g, '') === expected.replaceAll(/\s/g, '')) {
    return []
  }
  const values = { name, found: showValue(value), expected: showValue(expected) }
  return [finding('file-header', { file }, values)]
}

function compareContent(
  file: string,
  response: Received,
  body: Uint8Array,
  built: Headers,
): Finding[] {
  if (!response.isTruncated && Buffer.compare(response.bytes, body) === 0) return []
  const text = new TextDecoder().decode(response.bytes)
  const isHtml = built.get('Content-Type')?.startsWith('text/html')
  if (!isHtml && /^\s*<(?:!doctype html|html)\b/i.test(text)) {
    return [finding('file-shell', { file }, {})]
  }
  const isRobots = new URL(file).pathname === '/robots.txt'
  if (isRobots && /^\s*(?:#.*\s+)*user-agent:/i.test(text)) {
    return [finding('robots-rewritten', { file }, {})]
  }
  const found = response.isTruncated ? 'of a longer file' : shortHash(response.bytes)
  return [finding('file-content', { file }, { found, expected: shortHash(body) })]
}

function shortHash(bytes: Uint8Array): string {
  return `${hash('sha256', bytes).slice(0, 12)}…`
}

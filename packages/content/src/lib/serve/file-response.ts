import { responseHeaders } from './response-headers.ts'
import type { ServedResource } from './served-resource.ts'

export function createFileResponse(
  file: ServedResource,
  headers: Record<string, string> = responseHeaders(file),
  status = 200,
): (request: Request) => Promise<Response> {
  let bytes: Uint8Array<ArrayBuffer> | undefined
  let etag: Promise<string> | undefined

  return async function fileResponse(request) {
    bytes ??=
      typeof file.body === 'string'
        ? new TextEncoder().encode(file.body)
        : new Uint8Array(file.body)
    const sent = new Headers(headers)
    if (status === 200) {
      if (!sent.has('ETag')) sent.set('ETag', await (etag ??= strongEtag(file.contentType, bytes)))
      if (matchesEtag(request.headers.get('If-None-Match'), sent.get('ETag')!)) {
        // RFC 9110, section 15.4.5, and the header that lets browsers read the response cross-origin.
        const kept =
          /^(?:cache-control|content-location|date|etag|expires|vary|access-control-allow-origin)$/
        return new Response(null, {
          status: 304,
          headers: [...sent].filter(([name]) => kept.test(name)),
        })
      }
    }
    const range = status === 200 && findRange(request, sent.get('ETag')!, bytes.byteLength)
    if (range) {
      const [first, last] = range
      const isPossible = first <= last
      const part = isPossible ? bytes.subarray(first, last + 1) : new Uint8Array()
      sent.set(
        'Content-Range',
        `bytes ${isPossible ? `${first}-${last}` : '*'}/${bytes.byteLength}`,
      )
      sent.set('Content-Length', String(part.byteLength))
      return new Response(part, { status: isPossible ? 206 : 416, headers: sent })
    }
    sent.set('Content-Length', String(bytes.byteLength))
    return new Response(request.method === 'HEAD' ? null : bytes, { status, headers: sent })
  }
}

/**
 * Returns the first and the last byte that a request asks for, which are in the wrong order if the file has none of them.
 * Safari plays no video without. Requests for several ranges get the whole file, as the RFC allows.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
function findRange(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  etag: string,
  length: number,
): [first: number, last: number] | undefined {
  const condition = headers.get('If-Range')
  // A date never matches, because no response has one.
  const isOther = condition !== null && (condition !== etag || etag.startsWith('W/'))
  const [, from = '', to = ''] =
    /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(headers.get('Range') ?? '') ?? []
  if (method !== 'GET' || isOther || from + to === '') return undefined
  const end = length - 1
  if (from === '') return [Math.max(length - Number(to), 0), end]
  // A range in the wrong order is malformed.
  if (to !== '' && Number(to) < Number(from)) return undefined
  return [Number(from), to === '' ? end : Math.min(Number(to), end)]
}

/** Hashes the bytes and their type, so that two versions of one URL never share an ETag. */
async function strongEtag(contentType: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = await new Blob([contentType, '\n', body]).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const text = btoa(String.fromCharCode(...digest.subarray(0, 18)))
  return `"${text.replaceAll('+', '-').replaceAll('/', '_')}"`
}

/** Compares weakly (RFC 9110, section 13.1.2): a version that a proxy compressed on the way still matches. */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  // Not split at commas, because an ETag may contain one.
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag.replace(/^W\//, '')) ?? false
}

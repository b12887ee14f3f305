import { etagOf } from './etag-of.ts'
import { headersOf } from './headers-of.ts'
import { isCurrent } from './is-current.ts'
import type { ServedResource } from './served-resource.ts'

/**
 * Makes the answers that carry one file: to GET the file, to HEAD its headers. With status 200 there is an ETag,
 * and 304 for a client that has that version already.
 */
export function answerFile(
  file: ServedResource,
  headers: Record<string, string> = headersOf(file),
  status = 200,
): (request: Request) => Promise<Response> {
  let bytes: Uint8Array<ArrayBuffer> | undefined
  let etag: Promise<string> | undefined

  return async function answer(request) {
    bytes ??= toBytes(file.body)
    const sent = new Headers(headers)
    if (status === 200) {
      if (!sent.has('ETag')) sent.set('ETag', await (etag ??= etagOf(file.contentType, bytes)))
      if (isCurrent(request.headers.get('If-None-Match'), sent.get('ETag')!))
        return notModified(sent)
    }
    sent.set('Content-Length', String(bytes.byteLength))
    return new Response(request.method === 'HEAD' ? null : bytes, { status, headers: sent })
  }
}

function toBytes(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
}

/** What RFC 9110, 15.4.5 lists, and what lets a browser read the answer from another site. */
function notModified(headers: Headers): Response {
  const kept = NOT_MODIFIED.filter((name) => headers.has(name))
  return new Response(null, {
    status: 304,
    headers: kept.map((name): [string, string] => [name, headers.get(name)!]),
  })
}

const NOT_MODIFIED = [
  'Cache-Control',
  'Content-Location',
  'Date',
  'ETag',
  'Expires',
  'Vary',
  'Access-Control-Allow-Origin',
]

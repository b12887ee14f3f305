import { readProxy } from './read-proxy.ts'

export interface Client {
  fetch: typeof globalThis.fetch
  /** Time limit of one request in milliseconds, including the body. */
  timeoutMs: number
}

export interface Received {
  status: number
  headers: Headers
  bytes: Uint8Array
  isTruncated: boolean
  reason?: undefined
}

export type ReceivedResponse = Received | { reason: string }

/**
 * Sends a request and reads the response. Redirects are not followed. It never rejects.
 *
 * @param maxBytes How much of the body is read. @default 65,536
 */
export async function request(
  { fetch, timeoutMs }: Client,
  url: string,
  init: RequestInit = {},
  maxBytes = 65_536,
): Promise<ReceivedResponse> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { bytes, isTruncated } = await readBytes(response, maxBytes)
    return { status: response.status, headers: response.headers, bytes, isTruncated }
  } catch (error) {
    return { reason: describeRequestError(error) + describeProxy(url) }
  }
}

/** The error of a proxy's connection has the same codes as the one of the server's. */
function describeProxy(url: string): string {
  const proxy = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url)
    ? undefined
    : readProxy(process.env)
  return proxy ? `, or the proxy of ${proxy.names} failed` : ''
}

export function showValue(value: string | null | undefined): string {
  if (value === null || value === undefined) return 'missing'
  return `"${value.replaceAll(/[^ -~]/g, '?').slice(0, 200)}"`
}

async function readBytes(
  response: Response,
  maxBytes: number,
): Promise<Pick<Received, 'bytes' | 'isTruncated'>> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the body.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.byteLength
    if (length > maxBytes) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: length > maxBytes }
}

/**
 * Describes why a request failed, as the end of a sentence: `the hostname does not exist (ENOTFOUND)`. Only the code of
 * the error is shown: messages can contain the values of headers.
 */
export function describeRequestError(error: unknown): string {
  const code = findCode(error)
  const description = DESCRIPTIONS.find(([pattern]) => pattern.test(code))?.[1]
  const shown = /^[\w-]{1,60}$/.test(code) ? code : 'unknown error'
  return `${description ?? 'the connection failed'} (${shown})`
}

const DESCRIPTIONS: [RegExp, string][] = [
  [/^(?:ENOTFOUND|EAI_)/, 'the hostname does not exist'],
  [/^ECONNREFUSED$/, 'nothing listens on this port'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was closed before the response ended'],
  [/^(?:EHOSTUNREACH|ENETUNREACH)$/, 'there is no route to the host'],
  [/(?:TIMEOUT|TimeoutError|ETIMEDOUT)/, 'there was no complete response in time'],
  [/^CERT_HAS_EXPIRED$/, 'the TLS certificate has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the TLS certificate is for another hostname'],
  [
    /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    'the TLS certificate is not signed by a known authority',
  ],
  [/^(?:ERR_SSL|EPROTO|ERR_TLS)/, 'the server does not speak TLS on this port'],
  [/^UND_ERR_ABORTED$/, 'the proxy rejects the connection'],
  [/^(?:HPE_|UND_ERR_|ERR_INVALID_|HTTPParserError)/, 'the response is not valid HTTP'],
  [/^(?:Z_|ERR__ERROR_|ERR_)/, 'the response cannot be decompressed'],
]

function findCode(error: unknown): string {
  let code = ''
  let name = ''
  let current = error
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    const each = current as { code?: unknown; name?: unknown; cause?: unknown; errors?: unknown[] }
    if (typeof each.code === 'string') code = each.code
    if (typeof each.name === 'string' && !/^(?:Type)?Error$/.test(each.name)) name = each.name
    // A connection that was tried on several IPs.
    current = each.cause ?? each.errors?.[0]
  }
  return code || name
}

import { isJsonObject } from '@conversion-capi/core/protocol'

import { findToken } from '../graph/check-access.ts'
import { parseJson } from '../http/request-body.ts'
import type { LoggedRequest, RawRequest } from '../record/logged-request.ts'
import { maskJson, maskText } from './mask.ts'

export function maskRequest(logged: LoggedRequest, accessToken: string): RawRequest {
  const { method, path, headers, body, response, error, duration_ms } = logged
  const json = parseJson(body ?? '')
  const sentToken = findToken(
    { url: `http://localhost${path}`, headers },
    isJsonObject(json) ? json : {},
  )
  const tokens = [accessToken, sentToken].filter(
    (token): token is string => typeof token === 'string' && token.length >= MIN_TOKEN_LENGTH,
  )
  const [pathname = '', query = ''] = path.split(/\?(.*)/s)
  const maskedQuery = maskForm(query, tokens)
  return {
    method,
    path: maskText(pathname, tokens) + (maskedQuery && `?${maskedQuery}`),
    headers: maskHeaders(headers, tokens),
    body: maskBody(body, headers.get('Content-Type') ?? '', tokens),
    ...(response && {
      response: {
        status: response.status,
        headers: maskHeaders(response.headers, tokens),
        body: maskResponse(response, tokens),
      },
    }),
    ...(error && { error }),
    ...(duration_ms !== undefined && { duration_ms }),
  }
}

/** A shorter string in place of the token occurs by chance. */
const MIN_TOKEN_LENGTH = 4
const SHOWN_HEADERS = new Set(['content-type', 'user-agent', 'retry-after'])

function maskHeaders(headers: Headers, tokens: string[]): Record<string, string> {
  const shown = [...headers].filter(([name]) => SHOWN_HEADERS.has(name))
  return {
    ...Object.fromEntries(shown.map(([name, value]) => [name, maskText(value, tokens)])),
    ...(headers.has('Authorization') && { authorization: 'Bearer [redacted]' }),
  }
}

function maskBody(body: string | undefined, contentType: string, tokens: string[]): string {
  if (body === undefined) return '[not kept: longer than 65,536 characters]'
  if (body === '') return ''
  if (/^multipart\/form-data/i.test(contentType)) return '[not shown: a multipart form]'

  const json = parseJson(body)
  if (json !== undefined) return JSON.stringify(maskJson(json, tokens), null, 2)
  if (/^[\w%.[\]-]+=/.test(body)) return maskForm(body, tokens)
  // Broken JSON has no keys to decide by, and could contain anything.
  return `[not shown: ${body.length} characters that are neither JSON nor a form]`
}

/** Masks a query or a urlencoded form of the pixel, e.g. `ud[em]=…`. */
function maskForm(text: string, tokens: string[]): string {
  return [...new URLSearchParams(text)]
    .map(([name, value]) => {
      const [, group = '', key = name] = /^(ud|cd)\[([^\]]+)\]/.exec(name) ?? []
      const container = group === 'ud' ? 'user_data' : 'custom_data'
      const masked = Object.values(maskJson({ [key]: value }, tokens, container) as object)[0]
      return `${encode(maskText(name, tokens))}=${encode(String(masked))}`
    })
    .join('&')
}

/** Leaves the brackets of field names and masks readable. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/%5B|%5D/g, (bracket) =>
    bracket === '%5B' ? '[' : ']',
  )
}

function maskResponse(
  { headers, body }: NonNullable<LoggedRequest['response']>,
  tokens: string[],
): string {
  if (headers.get('Content-Type')?.startsWith('image/')) return '[a transparent GIF]'
  const json = parseJson(body)
  return json === undefined
    ? maskText(body, tokens)
    : JSON.stringify(maskJson(json, tokens), null, 2)
}

import type { RawRequest } from '../../../record/logged-request.ts'
import { visibleText } from './visible-text.ts'

/**
 * Returns a shell command that repeats a request. It sends the request to the emulator, whose live page has the
 * `baseUrl`, because nothing may reach the real API. Its token is `[redacted]`.
 */
export function toCurl({ method, path, headers, body }: RawRequest, baseUrl: string): string {
  const url = new URL(path.replace(/^\//, ''), baseUrl).href
  const parts = [`curl ${quote(url)}`]
  if (method !== 'GET' && !body) parts.push(`--request ${method}`)
  const contentType = headers['content-type']
  if (contentType && body) parts.push(`--header ${quote(`Content-Type: ${contentType}`)}`)
  if (headers['authorization']) parts.push(`--header 'Authorization: Bearer [redacted]'`)
  if (body) parts.push(`--data-raw ${quote(body)}`)
  return parts.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${visibleText(text).replaceAll("'", String.raw`'\''`)}'`
}

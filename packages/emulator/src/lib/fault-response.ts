import type { Faults } from './faults.ts'
import { graphError } from './graph-error.ts'

type StatusFault = NonNullable<Faults['status']>

// https://developers.facebook.com/docs/graph-api/guides/error-handling
const MESSAGES: Record<number, string> = {
  1: 'An unknown error occurred',
  2: 'Service temporarily unavailable',
  4: 'Application request limit reached',
  17: 'User request limit reached',
  100: 'Invalid parameter',
  190: 'Invalid OAuth access token',
}

/** The answer of a `status` fault. */
export function faultResponse({ status, code = usualCode(status), body }: StatusFault): Response {
  if (typeof body === 'string') {
    return new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
  if (body) return Response.json(body, { status })

  const message = `(#${code}) ${MESSAGES[code] ?? 'The request failed'}`
  return graphError({ status, message, code })
}

function usualCode(status: number): number {
  if (status >= 500) return 2
  if (status === 429) return 4
  return status === 401 ? 190 : 100
}

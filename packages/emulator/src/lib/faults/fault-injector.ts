import { graphErrorResponse } from '../http/graph-error.ts'
import type { Faults, FaultyEndpoint } from './faults.ts'

type StatusFault = NonNullable<Faults['status']>

export type FaultInjector = ReturnType<typeof createFaultInjector>

// https://developers.facebook.com/docs/graph-api/guides/error-handling
const ERROR_MESSAGES: Record<number, string> = {
  1: 'An unknown error occurred',
  2: 'Service temporarily unavailable',
  4: 'Application request limit reached',
  17: 'User request limit reached',
  100: 'Invalid parameter',
  190: 'Invalid OAuth access token',
}

export function createFaultInjector(initialFaults: Faults) {
  let faults = initialFaults

  return {
    /** Replaces the faults for later requests. Requests that have already started keep theirs. */
    setFaults: (replacement: Faults): void => void (faults = replacement),
    activeFaults: (): Faults => faults,

    /**
     * Calls `respond`, which records the request's events, with the faults of the endpoint applied. Rejects with a
     * `TypeError` for a `networkError`, and with the signal's reason if it aborts during a hang.
     */
    async run(
      endpoint: FaultyEndpoint,
      signal: AbortSignal | undefined,
      respond: () => Promise<Response>,
    ): Promise<Response> {
      const { endpoints = ['events'], hang, networkError, status } = faults
      if (!endpoints.includes(endpoint)) return respond()
      const failure = hang ?? networkError ?? status
      if (failure?.recorded) await respond()
      if (hang) await untilAborted(signal)
      if (networkError) {
        const cause = new Error('The emulator reset the connection.')
        throw new TypeError('fetch failed', { cause })
      }
      return status ? statusResponse(status) : respond()
    },
  }
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

function statusResponse({ status, code = defaultCode(status), body }: StatusFault): Response {
  if (typeof body === 'string') {
    return new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
  if (body) return Response.json(body, { status })
  const message = `(#${code}) ${ERROR_MESSAGES[code] ?? 'The request failed'}`
  return graphErrorResponse({ status, message, code })
}

function defaultCode(status: number): number {
  if (status >= 500) return 2
  if (status === 429) return 4
  return status === 401 ? 190 : 100
}

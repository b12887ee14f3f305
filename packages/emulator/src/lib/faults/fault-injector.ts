import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { mersenne } from 'pure-rand/generator/mersenne'

import { graphErrorResponse } from '../http/graph-error.ts'
import { FAULT_NAMES, type Faults, type FaultyEndpoint } from './faults.ts'

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

export function createFaultInjector(initialFaults: Faults, seed: number) {
  let faults = initialFaults
  // Separate generators, so that pixel requests do not change which server requests fail.
  const generators = { events: mersenne(seed), tr: mersenne(seed) }

  return {
    /** Replaces the faults for later requests. Requests that have already started keep theirs. */
    setFaults: (replacement: Faults): void => void (faults = replacement),
    activeFaults: (): Faults => faults,
    /**
     * Calls `respond`, which records the request's events, with the faults of one request applied. Rejects with a
     * `TypeError` for a `networkError`, and with the signal's reason if it aborts during a delay or a hang.
     */
    async run(
      endpoint: FaultyEndpoint,
      signal: AbortSignal | undefined,
      respond: () => Promise<Response>,
    ): Promise<Response> {
      const { latency, ...failures } = pickFaults(endpoint)
      if (latency && !latency.recorded) await wait(latency.ms, signal)
      return applyFailures(failures, signal, async () => {
        const response = await respond()
        if (latency?.recorded) await wait(latency.ms, signal)
        return response
      })
    },
  }

  function pickFaults(endpoint: FaultyEndpoint): Faults {
    const { endpoints = ['events'], ...candidates } = faults
    // Draws a number for every fault, set or not, so that changing one fault does not change which
    // requests the others apply to.
    const draws = FAULT_NAMES.map((name) => [name, uniformFloat64(generators[endpoint])] as const)
    if (!endpoints.includes(endpoint)) return {}
    return Object.fromEntries(
      draws
        .filter(([name, draw]) => draw < (candidates[name]?.probability ?? 0))
        .map(([name]) => [name, candidates[name]]),
    )
  }
}

async function applyFailures(
  { hang, networkError, status, brokenBody }: Faults,
  signal: AbortSignal | undefined,
  respond: () => Promise<Response>,
): Promise<Response> {
  const failure = hang ?? networkError ?? status
  if (failure?.recorded) await respond()

  if (hang) await wait(undefined, signal)
  if (networkError) {
    throw new TypeError('fetch failed', { cause: new Error('The emulator reset the connection.') })
  }
  if (status) return statusResponse(status)

  const response = await respond()
  return brokenBody ? breakBody(response) : response
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

async function breakBody(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  let chunk: Uint8Array<ArrayBuffer> | undefined = bytes.slice(0, Math.ceil(bytes.length / 2))

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (chunk) controller.enqueue(chunk)
      else controller.error(new TypeError('terminated'))
      chunk = undefined
    },
  })
  return new Response(body, response)
}

function wait(ms: number | undefined, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)

    const timer = ms === undefined ? undefined : setTimeout(finish, ms)
    signal?.addEventListener('abort', abort)

    function finish(): void {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    function abort(): void {
      clearTimeout(timer)
      reject(signal?.reason)
    }
  })
}

import { breakOff } from './break-off.ts'
import { faultResponse } from './fault-response.ts'
import type { Faults, FaultyEndpoint } from './faults.ts'
import { pause } from './pause.ts'
import { seededRandom } from './seeded-random.ts'

interface FaultInjector {
  /** Replaces the faults for the requests to come; those under way keep theirs. */
  set(faults: Faults): void
  /** Answers, or fails as the faults have it: before or after `answer` has done its work. */
  run(
    endpoint: FaultyEndpoint,
    signal: AbortSignal | undefined,
    answer: () => Promise<Response>,
  ): Promise<Response>
}

const FAULT_NAMES = ['latency', 'hang', 'networkError', 'status', 'brokenBody'] as const

/** Lets requests fail by a seeded generator of each endpoint's own. */
export function createFaultInjector(faults: Faults, seed: number): FaultInjector {
  let current = faults
  // Apart, so that what browsers do never changes which server request fails.
  const random = { events: seededRandom(seed), tr: seededRandom(seed) }

  return { set, run }

  function set(replacement: Faults): void {
    current = replacement
  }

  async function run(
    endpoint: FaultyEndpoint,
    signal: AbortSignal | undefined,
    answer: () => Promise<Response>,
  ): Promise<Response> {
    const { latency, ...failures } = strike(endpoint)

    if (latency && !latency.taken) await pause(latency.ms, signal)
    return respond(failures, signal, async () => {
      const response = await answer()
      if (latency?.taken) await pause(latency.ms, signal)
      return response
    })
  }

  /** The faults that strike this request. */
  function strike(endpoint: FaultyEndpoint): Faults {
    const { endpoints = ['events'], ...set } = current
    const draws = FAULT_NAMES.map((name) => [name, random[endpoint]()] as const)
    if (!endpoints.includes(endpoint)) return {}
    return Object.fromEntries(
      draws
        .filter(([name, draw]) => draw < (set[name]?.probability ?? 0))
        .map(([name]) => [name, set[name]]),
    )
  }
}

async function respond(
  { hang, networkError, status, brokenBody }: Faults,
  signal: AbortSignal | undefined,
  answer: () => Promise<Response>,
): Promise<Response> {
  const failure = hang ?? networkError ?? status
  if (failure?.taken) await answer()

  if (hang) await pause(undefined, signal)
  if (networkError) throw connectionReset()
  if (status) return faultResponse(status)

  const response = await answer()
  return brokenBody ? breakOff(response) : response
}

function connectionReset(): TypeError {
  return new TypeError('fetch failed', { cause: new Error('The emulator reset the connection') })
}

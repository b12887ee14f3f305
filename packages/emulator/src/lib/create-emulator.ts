import { checkFaults } from './check-faults.ts'
import { createRouter } from './create-router.ts'
import { type EmulatorOptions, resolveOptions } from './emulator-options.ts'
import { createEventLog, type ReceivedEvent } from './event-log.ts'
import { createFaultInjector } from './fault-injector.ts'
import type { Faults } from './faults.ts'
import { listEvents } from './list-events.ts'
import { livePage } from './live-page.ts'
import { pixelScript } from './pixel-script.ts'
import { receiveEvents } from './receive-events.ts'
import { receivePixel } from './receive-pixel.ts'

export interface Emulator {
  /**
   * Answers as Meta's hosts do; fits wherever a `fetch` is injected and behind any HTTP server.
   * It rejects only where `fetch` would: on an invalid request, an abort or an injected fault.
   */
  fetch: typeof globalThis.fetch
  /** Every copy that was accepted and is still kept, in order of arrival. */
  events(): ReceivedEvent[]
  /** Forgets every copy, and with them the ids that later copies would repeat. */
  clear(): void
  /**
   * Replaces the faults, all of them; `fail({})` heals. Requests under way keep theirs.
   *
   * @throws TypeError on an invalid setting; the faults then stay as they were
   */
  fail(faults: Faults): void
}

/**
 * Creates a stand-in for Meta's Conversions API endpoint and for the browser pixel. All its state
 * is in the object returned.
 *
 * @throws TypeError on an invalid or unknown option
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { pixelId, accessToken, now, maxEvents, faults, seed } = resolveOptions(options)
  const instance = crypto.randomUUID()
  const log = createEventLog(maxEvents, now)
  const injector = createFaultInjector(faults, seed)
  // In Node, the signal of a request that was garbage-collected never aborts, even while it is
  // waited for; nobody else need hold a request that hangs.
  const underWay = new Set<unknown>()
  const receiver = { pixelId, accessToken, now, record: log.record }

  const route = createRouter([
    {
      path: /\/v\d+\.\d+\/(?<pixelId>[^/]+)\/events\/?$/,
      methods: ['POST'],
      answer: ({ request, signal, groups }) =>
        injector.run('events', signal, () => receiveEvents(request, groups.pixelId, receiver)),
    },
    {
      path: /\/tr\/?$/,
      methods: ['GET', 'POST'],
      cors: true,
      answer: ({ request, signal }) =>
        injector.run('tr', signal, () => receivePixel(request, receiver)),
    },
    {
      path: /\/en_US\/fbevents\.js$/,
      methods: ['GET'],
      cors: true,
      answer: pixelScript,
    },
    {
      path: /\/events\.json$/,
      methods: ['GET'],
      answer: ({ request }) => listEvents(request, log, instance),
    },
    {
      path: /\/clear$/,
      methods: ['POST'],
      answer() {
        log.clear()
        return new Response(null, { status: 204 })
      },
    },
    { path: /\/$/, methods: ['GET'], answer: () => livePage({ pixelId, maxEvents }) },
  ])

  return { fetch, events: log.events, clear: log.clear, fail }

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const signal = signalOf(input, init)
    signal?.throwIfAborted()
    // Copied only when need be: a server's request may be of a class that cannot be copied.
    const request = input instanceof Request && !init ? input : new Request(input, init)
    underWay.add(input)
    try {
      return await route(request, signal)
    } finally {
      underWay.delete(input)
    }
  }

  function fail(replacement: Faults): void {
    checkFaults(replacement)
    injector.set(replacement)
  }
}

/** The caller's own signal; a copied request follows it only as long as it is itself alive. */
function signalOf(input: string | URL | Request, init?: RequestInit): AbortSignal | undefined {
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  return signal ?? undefined
}

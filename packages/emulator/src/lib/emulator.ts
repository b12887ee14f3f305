import { createApiRoutes } from './routes/api-routes.ts'
import { PIXEL_SCRIPT } from './browser.generated.ts'
import { type EmulatorOptions, resolveOptions } from './emulator-options.ts'
import { createFaultInjector } from './faults/fault-injector.ts'
import { type Faults, validateFaults } from './faults/faults.ts'
import { type ExplainedError, graphErrorResponse, toGraphError } from './http/graph-error.ts'
import { createPageRoutes } from './page/page-routes.ts'
import type { ReceivedEvent } from './event/received-event.ts'
import { createRecords, type ProxyOutcome } from './record/records.ts'
import {
  describeRejection,
  type RejectedRequest,
  type RejectionDetails,
} from './record/rejected-request.ts'
import { createRouter } from './routes/router.ts'

/** An emulator, created by {@link createEmulator}. */
export interface Emulator {
  /**
   * Handles a request to Meta's servers. Use it in place of `fetch`, or behind any HTTP server.
   *
   * Routes match the end of the URL's path, so any origin and any path prefix work.
   *
   * @param init Options as for the global `fetch`; `signal` is honored.
   * @returns The response, with errors in Meta's format.
   * @throws TypeError if the request is invalid or if a `networkError` fault applies.
   * @throws The signal's abort reason if the signal aborts before the response.
   */
  fetch: typeof globalThis.fetch
  /**
   * Returns the accepted events that are still kept, oldest first. Each copy of an event is listed,
   * including those that Meta would discard as duplicates.
   *
   * @returns A new array on each call.
   */
  events(): ReceivedEvent[]
  /**
   * Returns the rejected requests that are still kept, oldest first. Requests that failed because of a
   * fault are not listed.
   *
   * @returns A new array on each call.
   */
  rejections(): RejectedRequest[]
  /**
   * Records an outcome of the proxy. The live page shows it with the event of the same name and id. Pass it as
   * `onOutcome` to `createHandler`, `createSender` and `createRedelivery`; it may be called without `this`.
   */
  recordOutcome(outcome: ProxyOutcome): void
  /**
   * Removes all recorded events, rejected requests and outcomes. Later copies of a removed event count again.
   */
  clear(): void
  /**
   * Replaces all faults. Requests that have already started keep the previous ones.
   *
   * @param faults The new faults; `{}` removes all faults.
   * @throws TypeError if a setting is invalid. The previous faults then stay in effect.
   */
  setFaults(faults: Faults): void
}

/**
 * Creates an emulator of Meta's Conversions API and browser pixel.
 *
 * Emulators share no state with each other.
 *
 * @throws TypeError if an option is invalid or unknown.
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const resolved = resolveOptions(options)
  const { now, maxEvents } = resolved
  const records = createRecords(maxEvents)
  const injector = createFaultInjector(resolved.faults)
  const handleRequest = createRouter(
    [
      ...createApiRoutes({ ...resolved, records, injector, reject }),
      { path: '/en_US/fbevents.js', methods: { GET: servePixelScript }, cors: true },
      ...createPageRoutes({ ...resolved, ...injector, records, setFaults }),
    ],
    reject,
  )

  return {
    fetch: keepSignal(handleRequest),
    events: records.events.items,
    rejections: records.rejections.items,
    recordOutcome: (outcome) => records.outcomes.add({ ...outcome, received_at: now() }),
    clear: records.clear,
    setFaults,
  }

  function reject(route: string, error: ExplainedError, details: RejectionDetails = {}): Response {
    const graphError = toGraphError(error, details.invalid_event?.index)
    records.rejections.add(describeRejection(route, error, graphError, details, now()))
    return graphErrorResponse(graphError)
  }

  function setFaults(replacement: Faults): void {
    validateFaults(replacement)
    injector.setFaults(replacement)
    records.publish({ faults: injector.activeFaults() })
  }
}

/** Returns a `fetch` whose signal aborts as long as the request is handled. */
function keepSignal(handleRequest: ReturnType<typeof createRouter>): typeof globalThis.fetch {
  // In Node.js, the signal of a garbage-collected Request never aborts. While a request hangs, the
  // caller may hold no other reference to it.
  const pending = new Set<unknown>()

  return async function fetch(
    input: string | URL | Request,
    init?: RequestInit,
  ): Promise<Response> {
    // The caller's signal, not the copy's: a copy stops following it once it is garbage-collected.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    signal?.throwIfAborted()
    // Some servers pass a subclass of Request that cannot be copied.
    const request = input instanceof Request && !init ? input : new Request(input, init)
    pending.add(input)
    try {
      return await handleRequest(request, signal ?? undefined)
    } finally {
      pending.delete(input)
    }
  }
}

function servePixelScript(): Response {
  return new Response(PIXEL_SCRIPT, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
  })
}

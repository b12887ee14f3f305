import { createApiRoutes } from './api-routes.ts'
import { PIXEL_SCRIPT } from './browser.generated.ts'
import { type EmulatorOptions, resolveOptions } from './emulator-options.ts'
import { createEventLog } from './event-log.ts'
import type { FaultedRequest } from './faulted-request.ts'
import { createFeed } from './feed.ts'
import type { ReceivedEvent } from './received-event.ts'
import { createFaultInjector } from './faults/fault-injector.ts'
import { type Faults, validateFaults } from './faults/faults.ts'
import { createLog } from './log.ts'
import { createPageRoutes } from './page/page-routes.ts'
import type { ProxyOutcome, RecordedOutcome } from './proxy-outcome.ts'
import { createRejectionLog, type RejectedRequest } from './rejection-log.ts'
import { createRequestLog } from './request-log.ts'
import { createRouter } from './router.ts'

/** An emulator, created by {@link createEmulator}. */
export interface Emulator {
  /**
   * Handles a request to Meta's servers. Use it in place of `fetch`, or behind any HTTP server.
   *
   * Routes match the end of the URL's path, so any origin and any path prefix work.
   *
   * @param input The URL or request.
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
   *
   * @param outcome An `Outcome` of `@conversion-capi/core`.
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
 * @param options Every option has a default.
 * @returns The emulator.
 * @throws TypeError if an option is invalid or unknown.
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const resolved = resolveOptions(options)
  const { now, maxEvents } = resolved
  const feed = createFeed()
  const injector = createFaultInjector(resolved.faults, resolved.seed, now)
  const requestLog = createRequestLog(now)
  const eventLog = createEventLog(maxEvents, now, (event) => feed.publish({ events: [event] }))
  const rejectionLog = createRejectionLog(maxEvents, now, (rejection) =>
    feed.publish({ rejections: [rejection] }),
  )
  const outcomeLog = createLog<RecordedOutcome>({
    maxItems: maxEvents,
    onAdd: (outcome) => feed.publish({ outcomes: [outcome] }),
  })
  const faultLog = createLog<FaultedRequest>({
    maxItems: maxEvents,
    onAdd: (request) => feed.publish({ faulted: [request] }),
  })

  const handleRequest = createRouter(
    [
      ...createApiRoutes({ ...resolved, eventLog, rejectionLog, requestLog, injector, faultLog }),
      { path: '/en_US/fbevents.js', methods: { GET: servePixelScript }, cors: true },
      ...createPageRoutes({
        ...resolved,
        feed,
        recorded,
        findRequest: requestLog.find,
        activeFaults: injector.activeFaults,
        setFaults,
        clear: clearForNow,
        restore: () => restore(),
      }),
    ],
    rejectionLog.reject,
  )

  function recorded() {
    return {
      events: eventLog.events(),
      rejections: rejectionLog.rejections(),
      faulted: faultLog.items(),
      outcomes: outcomeLog.items(),
    }
  }

  let restore = (): void => {}

  /** For the live page, whose button can be undone once. */
  function clearForNow(): void {
    const logs = [requestLog, eventLog, rejectionLog, outcomeLog, faultLog]
    const undo = logs.map((log) => log.clear())
    feed.publish({ reset: true })
    restore = () => {
      restore = () => {}
      for (const each of undo) each()
    }
  }

  function clear(): void {
    clearForNow()
    restore = () => {}
  }

  // In Node.js, the signal of a garbage-collected Request never aborts. While a request hangs, the
  // caller may hold no other reference to it.
  const pending = new Set<unknown>()

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
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

  function setFaults(replacement: Faults): void {
    validateFaults(replacement)
    injector.setFaults(replacement)
    feed.publish({ faults: injector.activeFaults() })
  }

  return {
    fetch,
    events: eventLog.events,
    rejections: rejectionLog.rejections,
    recordOutcome: (outcome) => outcomeLog.add({ ...outcome, received_at: now() }),
    clear,
    setFaults,
  }
}

function servePixelScript(): Response {
  return new Response(PIXEL_SCRIPT, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
  })
}

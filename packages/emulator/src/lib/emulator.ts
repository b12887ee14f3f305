import { PIXEL_SCRIPT } from './browser.generated.ts'
import { type EmulatorOptions, resolveOptions } from './emulator-options.ts'
import { createEventLog } from './event-log.ts'
import type { ReceivedEvent } from './received-event.ts'
import { createFaultInjector } from './faults/fault-injector.ts'
import { type Faults, validateFaults } from './faults/faults.ts'
import { readPixel } from './graph/read-pixel.ts'
import { receiveEvents } from './graph/receive-events.ts'
import { createPageRoutes } from './page/page-routes.ts'
import { receivePixelEvent } from './pixel/receive-pixel-event.ts'
import type { GraphError } from './graph-error.ts'
import { createRejectionLog, type RejectedEvent, type RejectedRequest } from './rejection-log.ts'
import { createRouter, type RouteContext } from './router.ts'

/** An emulator, created by {@link createEmulator}. */
export interface Emulator {
  /**
   * Handles a request to Meta's hosts. Use it in place of `fetch`, or behind any HTTP server.
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
   * Removes all recorded events and rejected requests. Later copies of a removed event count again.
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
  const { pixelId, accessToken, now, maxEvents, allowedHosts, faults, seed } = resolved
  const log = createEventLog(maxEvents, now)
  const injector = createFaultInjector(faults, seed)
  const rejectionLog = createRejectionLog(maxEvents, now)

  const handleRequest = createRouter(
    [
      { path: '/{version}/{pixel_id}/events', methods: { POST: handleEvents }, isApi: true },
      {
        path: '/tr',
        methods: { GET: handlePixelEvent, POST: handlePixelEvent },
        cors: true,
        isApi: true,
      },
      { path: '/en_US/fbevents.js', methods: { GET: servePixelScript }, cors: true },
      { path: '/{version}/{pixel_id}', methods: { GET: handleRead }, isApi: true },
      ...createPageRoutes({ pixelId, maxEvents, allowedHosts, log, rejectionLog, clear }),
    ],
    rejectionLog.reject,
  )

  function handleEvents({ request, route, signal, params }: RouteContext): Promise<Response> {
    return injector.run('events', signal, () =>
      receiveEvents(request, params.pixel_id, createReceiver(route)),
    )
  }

  function handleRead({ request, route, params }: RouteContext): Response {
    return readPixel(request, params.pixel_id, createReceiver(route))
  }

  function handlePixelEvent({ request, route, signal }: RouteContext): Promise<Response> {
    return injector.run('tr', signal, () => receivePixelEvent(request, createReceiver(route)))
  }

  function createReceiver(route: string) {
    const reject = (error: GraphError, events?: RejectedEvent[]) =>
      rejectionLog.reject(route, error, events)
    return { pixelId, accessToken, now, record: log.record, reject }
  }

  function clear(): void {
    log.clear()
    rejectionLog.clear()
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
  }

  return { fetch, events: log.events, rejections: rejectionLog.rejections, clear, setFaults }
}

function servePixelScript(): Response {
  return new Response(PIXEL_SCRIPT, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
  })
}

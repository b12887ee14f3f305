import type { RejectionReason } from '../protocol.ts'
import type { Config } from './config.ts'
import { describeError } from './describe-error.ts'
import { enrich } from './enrich.ts'
import { forward } from './forward.ts'
import type { Outcome } from './outcome.ts'
import { parseEvent } from './parse-event.ts'
import { readBody } from './read-body.ts'
import { respond } from './respond.ts'
import { toOutcome, type Verdict } from './to-outcome.ts'

/** What the proxy is given; everything it touches comes through here. */
export interface HandlerOptions {
  /** From `readConfig`. While it is `undefined`, events are answered 500 "Server not configured". */
  config: Config | undefined
  /** Calls the platform. Default: the runtime's `fetch`. */
  fetch?: typeof fetch
  /** The clock, in milliseconds since the epoch. Default: `Date.now`. */
  now?: () => number
  /**
   * The client's address, for a host that knows better than the headers of specification 2.2. Where it
   * gives no IP address, the headers are read after all. Default: the headers.
   */
  clientIp?: (request: Request) => string | undefined
  /** Told once of every request but preflights, when its answer is decided. What it throws is ignored. */
  onOutcome?: (outcome: Outcome) => void
}

/**
 * Makes the proxy: a function from Request to Response that relays conversion events to Meta.
 *
 * It answers by the rules of the specification, in their order, and never throws or rejects. It does not
 * look at the path: the host decides where it is reachable.
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  const { config, now = Date.now, clientIp, onOutcome } = options
  const localFetch = options.fetch ?? globalThis.fetch

  return async function handle(request) {
    if (request.method === 'OPTIONS') return respond(undefined)

    const started = performance.now()
    const verdict = await judge(request).catch(failed)
    const response = respond(verdict.answer)
    tell(toOutcome(verdict, response.status, performance.now() - started))
    return response
  }

  async function judge(request: Request): Promise<Verdict> {
    if (request.method !== 'POST') return rejected('Method not allowed')

    const body = await readBody(request, config)
    if (!body.ok) return rejected(body.reason)

    const parsed = parseEvent(body.text)
    if (!parsed.ok) return rejected(parsed.reason)
    if (!config?.pixelId || !config.accessToken) return rejected('Server not configured')

    const event = enrich(parsed.event, request.headers, now(), clientIp?.(request))
    const delivery = await forward(event, config, localFetch)
    return { ...delivery, event, dropped: parsed.dropped }
  }

  function rejected(reason: RejectionReason): Verdict {
    return { answer: { error: reason }, attempts: 0 }
  }

  function failed(error: unknown): Verdict {
    return { answer: { ok: false, error: describeError(error, config?.accessToken) }, attempts: 0 }
  }

  function tell(outcome: Outcome): void {
    // Async, so that a rejected promise is ignored like a thrown error.
    ;(async () => onOutcome?.(outcome))().catch(() => {})
  }
}

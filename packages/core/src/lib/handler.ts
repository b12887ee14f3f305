import type { RejectionReason } from '../protocol.ts'
import { allowOrigin } from './allow-origin.ts'
import type { Config } from './config.ts'
import { createEventParser } from './create-event-parser.ts'
import { describeError } from './describe-error.ts'
import { enrich } from './enrich.ts'
import { forward } from './forward.ts'
import type { Outcome } from './outcome.ts'
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
   * gives no IP address or throws, the headers are read after all. Default: the headers.
   */
  clientIp?: (request: Request) => string | undefined
  /**
   * Whether a user agent is a bot's, such as `isbot` of the package of that name. A bot is answered as if its
   * event had been accepted, and nothing is relayed. Default, and when it throws: nobody is taken for one.
   */
  blockBots?: (userAgent: string) => boolean
  /** Told once of every request but preflights, when its answer is decided. What it throws is ignored. */
  onOutcome?: (outcome: Outcome) => void
}

/** The proxy, as {@link createHandler} returns it: any host that speaks `Request` and `Response` can call it. */
export type Handler = (request: Request) => Promise<Response>

/**
 * What an adapter accepts: the options of {@link createHandler}, with `config` read from the host's
 * environment and outcomes logged by default.
 */
export type AdapterOptions = Omit<HandlerOptions, 'config'> & {
  /** @default `readConfig` of the host's environment */
  config?: Config
}

/**
 * Makes the proxy: a function from Request to Response that relays conversion events to Meta.
 *
 * It answers by the rules of the specification, in their order, and never throws or rejects. It does not
 * look at the path: the host decides where it is reachable.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { config, now = Date.now, clientIp, blockBots, onOutcome } = options
  const localFetch = options.fetch ?? globalThis.fetch
  const parseEvent = createEventParser(config?.nationalPhone)

  return async function handle(request) {
    const origin = allowOrigin(request.headers.get('Origin'), config?.allowedOrigins)
    if (request.method === 'OPTIONS' && origin) return respond(undefined, origin)

    const started = performance.now()
    const verdict = await judge(request, origin).catch(failed)
    const response = respond(verdict.answer, origin)
    tell(toOutcome(verdict, response.status, performance.now() - started))
    return response
  }

  async function judge(request: Request, origin: string | undefined): Promise<Verdict> {
    if (request.method !== 'POST' && request.method !== 'OPTIONS')
      return rejected('Method not allowed')
    if (!origin) return rejected('Origin not allowed')

    const body = await readBody(request, config)
    if (!body.ok) return rejected(body.reason)

    const parsed = parseEvent(body.text)
    if (!parsed.ok) return rejected(parsed.reason)
    if (!config?.pixelId || !config.accessToken) return rejected('Server not configured')

    const event = enrich(parsed.event, {
      headers: request.headers,
      nowMs: now(),
      // As text, so that what is none is no address either.
      clientIp: ask(() => String(clientIp?.(request))),
      limitedDataUse: config.limitedDataUse,
    })
    const { dropped } = parsed
    const isBot = ask(() => blockBots?.(event.user_data.client_user_agent ?? ''))
    if (isBot) return { ...IGNORED, event, dropped }
    return { ...(await forward(event, config, localFetch)), event, dropped }
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

/** What a bot is told: no more than a visitor. */
const IGNORED: Verdict = { answer: { ok: true, upstream: {} }, attempts: 0, isBot: true }

/** What the host's own function says; nothing when it throws, because the event matters more. */
function ask<T>(question: () => T): T | undefined {
  try {
    return question()
  } catch {
    return undefined
  }
}

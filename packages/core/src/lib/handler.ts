import { readBody } from './request/read-body.ts'
import { forward, type ForwardResult, type UpstreamFetch } from './upstream/forward.ts'
import { notify, type Outcome, type ProcessResult, toOutcome } from './outcome/outcome.ts'
import { allowOrigin } from './request/allow-origin.ts'
import { describeError } from './common/redact.ts'
import { checkOptions } from './config/check-options.ts'
import { type ConfigSource, createConfigLookup } from './config/config-lookup.ts'
import { checkLimits, createKeepEvent, type KeepLimits } from './keep-event.ts'
import type { RejectionReason, ServerEvent } from '../protocol.ts'
import type { SchoolOfEvent } from './config/read-schools.ts'
import { hasOptedOut } from './request/has-opted-out.ts'
import type { TrafficSource } from './outcome/find-traffic-source.ts'
import { respond, type ResponseClass } from './request/respond.ts'
import type { Settings } from './config/settings.ts'
import { findEventWarnings } from './event/event-warnings.ts'
import type { Warning } from './common/warning.ts'
import { parseEvent } from './event/event-parser.ts'
import { enrich } from './event/enrich.ts'

/** Options of {@link createHandler}. */
export interface HandlerOptions {
  /**
   * What `readConfig` returned, a configuration, or a function that returns either for the school that a request
   * belongs to, for example `readSchools(env)`. If it is `undefined`, an error, or has no `pixelId` or `accessToken`,
   * valid events get 500 "Server not configured". The same happens if the function throws, rejects, or takes longer
   * than 2 seconds. The outcome contains the error.
   */
  config: ConfigSource
  /**
   * Sends upstream requests.
   *
   * @default globalThis.fetch; for `@conversion-capi/node`, `nodeFetch`
   */
  fetch?: UpstreamFetch
  /** Returns the current time in milliseconds since the epoch. @default Date.now */
  now?: () => number
  /**
   * Returns the visitor's IP, for hosts that know it better than the headers of specification 2.2. If it throws
   * or returns anything but an IP, the headers are used. It must be synchronous: if it throws or returns a promise
   * or another type, the outcome contains a warning.
   *
   * @default the headers
   */
  clientIp?: (request: Request) => string | undefined
  /**
   * Returns whether a user agent belongs to a bot; for example `isbot` from the npm package of the same name.
   * Bots receive a normal success response, but the event is not forwarded. It must be synchronous: if it throws or
   * returns a promise or another type, the event is forwarded and the outcome contains a warning.
   *
   * @default off
   */
  blockBots?: (userAgent: string) => boolean
  /**
   * Returns where a visit came from, for the outcome: `findTrafficSource`. It must be synchronous: if it throws or returns a
   * promise or another type, the outcome contains a warning.
   *
   * @default off
   */
  source?: (eventSourceUrl: string | undefined) => TrafficSource | undefined
  /**
   * Stores a copy of an event in a queue, for `createRedelivery`. Called after the attempts failed for a reason that can pass:
   * the upstream is unavailable or throttles, or the access token, a permission or the pixel ID is wrong. The handler
   * waits up to 2 seconds for a returned promise. If it throws or is too slow, the outcome contains `keepError`
   * with the name and the code of the error, but not its message, which can quote the event. The response is not
   * affected.
   *
   * @default off
   */
  keep?: (event: ServerEvent, school: SchoolOfEvent) => unknown
  /**
   * Limits of the events of each school that are passed to `keep`.
   *
   * @default 600 events per minute, 50,000 within 48 hours
   */
  keepLimits?: KeepLimits
  /**
   * Called once per request, except accepted preflights, after the response is decided. Errors it throws are
   * ignored, and so are promises that reject.
   *
   * @default off
   */
  onOutcome?: (outcome: Outcome) => void
  /**
   * Why the deployment is a preview, for example `VERCEL_ENV is "preview"`. Adapters set it. Then events are not
   * forwarded to the real Graph API unless `Config.forwardPreviews` is set: valid events get 500 "Server not
   * configured".
   *
   * @default none
   */
  preview?: string | undefined
  /** Creates the responses. Adapters whose server has a faster class set it. @default globalThis.Response */
  responseClass?: ResponseClass
}

/** The conversion proxy that {@link createHandler} returns. */
export type Handler = (request: Request) => Promise<Response>

/**
 * Options of an adapter: the options of {@link createHandler}, but `config` is optional and outcomes are logged
 * by default.
 */
export type AdapterOptions = Omit<HandlerOptions, 'config' | 'preview' | 'responseClass'> & {
  /** As for {@link createHandler}. @default the result of `readConfig` with the host's environment variables */
  config?: ConfigSource
}

/**
 * Creates the conversion proxy: a `(request: Request) => Promise<Response>` handler that forwards events to Meta.
 *
 * The handler applies the specification's rules in their order. It never throws or rejects. It does not check
 * the path: the host routes requests to it.
 *
 * @param options Only `config` is required.
 * @throws {TypeError} If an option or a field of `config` is unknown or unusable. The message names it and says what
 *   to write.
 * @example
 * const handle = createHandler({ config: readConfig(process.env), onOutcome: logOutcome() })
 */
export function createHandler(options: HandlerOptions): Handler {
  const findSettings = readOptions(options)
  const {
    fetch = globalThis.fetch,
    now = Date.now,
    keep,
    keepLimits,
    onOutcome,
    responseClass,
  } = options
  const keepEvent = keep && createKeepEvent(keep, keepLimits, now)

  return async function handle(request) {
    const startedAt = performance.now()
    const settings = await findSettings(request)
    const origin = allowOrigin(request.headers.get('Origin'), settings.allowedOrigins)
    const result = await applyRules(request, origin, settings).catch((error: unknown) => ({
      body: { ok: false as const, error: describeError(error, settings.accessToken) },
    }))
    const response = respond(result?.body, origin, settings.problem, responseClass)
    const durationMs = performance.now() - startedAt
    if (result) {
      notify(onOutcome, () => toOutcome(result, settings, durationMs, response.status))
    }
    return response
  }

  /** Applies the rules of specification 4.1 and decision 1 in their order. A preflight has no result. */
  async function applyRules(
    request: Request,
    origin: string | undefined,
    settings: Settings,
  ): Promise<ProcessResult | undefined> {
    const { method, headers } = request
    if (method !== 'POST' && method !== 'OPTIONS') return reject('Method not allowed')
    if (!origin) return reject('Origin not allowed')
    if (method === 'OPTIONS') return undefined

    const json = await readBody(request, settings)
    if (!json.ok) return reject(json.error)
    const parsed = parseEvent(json.value, settings.nationalPhone)
    if (!parsed.ok) return reject(parsed.error)
    if (settings.problem) return { ...reject('Server not configured'), error: settings.problem }

    if (hasOptedOut(headers, settings)) return { ...skip('opted_out'), ...parsed.value }
    const warnings: Warning[] = []
    const nowMs = now()
    const hostIp = callOption(options, 'clientIp', 'string undefined', request, warnings)
    const { limitedDataUse } = settings
    const event = enrich(parsed.value.event, headers, nowMs, hostIp, limitedDataUse, warnings)
    const userAgent = event.user_data.client_user_agent ?? ''
    const isBot = callOption(options, 'blockBots', 'boolean', userAgent, warnings)
    const result = isBot ? skip('bot') : await forward([event], settings, fetch, now)
    if (onOutcome && !isBot) warnings.push(...findEventWarnings(event))
    const kept = result.retryReason && (await keepEvent?.(event, settings))
    const body = kept?.kind ? { ...result.body, kept: true as const } : result.body
    return {
      ...parsed.value,
      ...result,
      ...kept,
      body,
      event,
      warnings,
      source: callOption(options, 'source', 'string undefined', event.event_source_url, warnings),
    }
  }

  function reject(reason: RejectionReason): ProcessResult {
    return { body: { error: reason } }
  }
}

function readOptions(options: Partial<HandlerOptions>): ReturnType<typeof createConfigLookup> {
  checkOptions(options, OPTION_TYPES)
  checkLimits(options.keepLimits)
  return createConfigLookup(options.config, options.preview)
}

/**
 * Checks the options of {@link createHandler} without creating a handler. For adapters that create it later. A
 * configuration that is missing is not an error.
 *
 * @throws {TypeError} As {@link createHandler}.
 */
export const checkHandlerOptions: (options: Partial<HandlerOptions>) => void = readOptions

const OPTION_TYPES: Record<keyof HandlerOptions, string> = {
  config: 'object or function',
  fetch: 'function',
  now: 'function',
  clientIp: 'function',
  source: 'function',
  blockBots: 'function',
  keep: 'function',
  keepLimits: 'object',
  onOutcome: 'function',
  preview: 'string',
  responseClass: 'function',
}

/** Returns the result of an event that is not forwarded although the response is a success. */
function skip(kind: 'bot' | 'opted_out'): ProcessResult & Pick<ForwardResult, 'retryReason'> {
  return { kind, body: { ok: true, upstream: {} } }
}

type Callback = Required<Pick<HandlerOptions, 'clientIp' | 'blockBots' | 'source'>>

/** Returns the result of an option's function, or `undefined` with a warning if it throws or has another type. */
function callOption<Name extends keyof Callback>(
  options: HandlerOptions,
  name: Name,
  types: string,
  argument: Parameters<Callback[Name]>[0],
  warnings: Warning[],
): ReturnType<Callback[Name]> | undefined {
  const option = options[name] as ((argument: unknown) => unknown) | undefined
  if (!option) return undefined
  try {
    const result = option(argument)
    if (types.includes(typeof result)) return result as ReturnType<Callback[Name]>
    // An unhandled rejection would end the process.
    Promise.resolve(result).catch(() => {})
  } catch {
    // Reported like a result of another type.
  }
  warnings.push({ key: name, reason: 'invalid_result' })
}

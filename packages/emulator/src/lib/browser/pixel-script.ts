//! Emulates Meta's fbevents.js. Sends pixel events only to the emulator that serves this script.

import { tryCall } from '../try-call.ts'
import { hashUserData } from './hash-user-data.ts'

type Values = Record<string, unknown>

interface Fbq {
  (...args: unknown[]): void
  callMethod?: (...args: unknown[]) => void
  queue?: Iterable<unknown>[]
}

// Errors must never reach the page, even if it has replaced or disabled fetch, cookies or the
// console.

const FBP_MAX_AGE_S = 90 * 24 * 60 * 60
// Browsers limit the keepalive requests in flight to 64 KiB in total.
const MAX_KEEPALIVE_LENGTH = 60_000

/** Commands that only configure Meta's pixel, such as `fbq('set', 'autoConfig', false, id)`: nothing here is automatic. */
const CONFIGURATION: ReadonlySet<unknown> = new Set([
  'addPixelId',
  'disabledExtensions',
  'gateCheck',
  'loadPlugin',
  'on',
  'optIn',
  'optOut',
  'optinMetaEnabledCapi',
  'set',
  'skipOpenbridge',
])

const pixels = new Map<string, Record<string, string>>()
/** The fields of the last call of `dataProcessingOptions`. It applies to all pixel IDs. */
let dataProcessing: Values = {}
/** Requests that wait for consent. */
const pending: URLSearchParams[] = []
let isRevoked = false
let endpoint: string

try {
  install(window as Window & { fbq?: Fbq; _fbq?: Fbq })
} catch (error) {
  warn(`The pixel was not installed: ${error}`)
}

function install(page: { fbq?: Fbq; _fbq?: Fbq }): void {
  const fbq = (page.fbq ??= (...args) => fbq.callMethod?.(...args))
  // The page contains this script twice.
  if (fbq.callMethod) return

  page._fbq ??= fbq
  endpoint = findEndpoint()
  // Calls that a queued call triggers are queued as well, because callMethod is not set yet. This
  // keeps the order.
  const queue = (fbq.queue ??= [])
  while (queue.length > 0) run(queue.shift()!)
  fbq.callMethod = (...args) => run(args)
}

function run(call: Iterable<unknown>): void {
  try {
    const [command, ...args] = call
    switch (command) {
      case 'init':
        return init(String(args[0]), args[1])
      case 'track':
      case 'trackCustom':
        return trackAll(args[0], args[1], args[2])
      case 'trackSingle':
      case 'trackSingleCustom':
        return trackOne(String(args[0]), args[1], args[2], args[3])
      case 'consent':
        return setConsent(args[0])
      case 'dataProcessingOptions':
        return setDataProcessing(args)
      default:
        if (!CONFIGURATION.has(command))
          warn(`The command "${command}" is unknown and was ignored.`)
    }
  } catch (error) {
    warn(`A call failed: ${error}`)
  }
}

/** Like Meta's pixel, takes the user data of a second call if the pixel has none yet, and otherwise ignores the call. */
function init(id: string, userData: unknown): void {
  const known = pixels.get(id)
  const hasData = known && Object.keys(known).length > 0
  if (known && (hasData || userData === undefined || userData === null)) {
    return warn(`Duplicate Pixel ID: ${id}. This init was ignored, as by Meta's pixel.`)
  }
  const { hashed, problems } = hashUserData(userData)
  pixels.set(id, hashed)
  for (const problem of problems) warn(problem)
  ensureFbp()
}

/** Meta's pixel ignores a call with two arguments, too. */
function setDataProcessing(args: unknown[]): void {
  const [options, country, state] = args
  if (!Array.isArray(options) || ![1, 3, 4].includes(args.length)) {
    return warn(
      "dataProcessingOptions was ignored. Call fbq('dataProcessingOptions', ['LDU'], 0, 0).",
    )
  }
  dataProcessing = { dpo: options.join(','), dpoco: country, dpost: state }
}

function setConsent(state: unknown): void {
  isRevoked = state === 'revoke'
  if (pixels.size > 0) ensureFbp()
  while (!isRevoked && pending.length > 0) send(pending.shift()!)
}

function trackAll(name: unknown, data: unknown, options: unknown): void {
  if (pixels.size === 0) warn('The event was not sent. Call init before track.')
  for (const id of pixels.keys()) trackOne(id, name, data, options)
}

function trackOne(id: string, name: unknown, data: unknown, options: unknown): void {
  const userData = pixels.get(id)
  if (!userData) return warn('The event was not sent. Call init before trackSingle.')

  const request = new URLSearchParams({
    id,
    ev: String(name),
    dl: location.href,
    rl: document.referrer,
    ts: String(Date.now()),
  })
  const { eventID } = (options || {}) as { eventID?: unknown }
  if (eventID) request.set('eid', String(eventID))
  appendGroup(request, 'cd', data)
  appendGroup(request, 'ud', userData)
  for (const [name, value] of Object.entries(dataProcessing)) {
    if (value !== undefined && value !== null) request.set(name, String(value))
  }
  if (isRevoked) pending.push(request)
  else send(request)
}

function send(request: URLSearchParams): void {
  ensureFbp()
  for (const name of ['fbp', 'fbc']) {
    const value = readCookie(`_${name}`)
    if (value) request.set(name, value)
  }
  const body = request.toString()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const keepalive = body.length < MAX_KEEPALIVE_LENGTH
  fetch(endpoint, { method: 'POST', headers, body, keepalive, credentials: 'omit' })
    .then(warnIfRejected)
    .catch(() => {})
}

async function warnIfRejected(response: Response): Promise<void> {
  // Until the body is read, the request counts toward the page's keepalive limit.
  const text = await response.text()
  if (!response.ok) warn(JSON.parse(text).error.message)
}

function appendGroup(request: URLSearchParams, prefix: string, values: unknown): void {
  for (const [key, value] of Object.entries((values || {}) as Values)) {
    if (value !== undefined && value !== null) request.append(`${prefix}[${key}]`, toText(value))
  }
}

function toText(value: unknown): string {
  return tryCall(() => (typeof value === 'object' ? JSON.stringify(value) : String(value))) ?? ''
}

/** Sets the `_fbp` cookie if the page has none, unless consent is revoked. */
function ensureFbp(): void {
  if (isRevoked || readCookie('_fbp')) return
  const value = `fb.1.${Date.now()}.${Math.floor(Math.random() * 1e18)}`
  // Sandboxed frames have no cookies.
  tryCall(() => {
    document.cookie = `_fbp=${value}; path=/; max-age=${FBP_MAX_AGE_S}; SameSite=Lax`
  })
}

function readCookie(name: string): string | undefined {
  return tryCall(() => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1])
}

function findEndpoint(): string {
  const script =
    document.currentScript ?? document.querySelector('script[src*="/en_US/fbevents.js"]')
  return new URL('../tr', (script as HTMLScriptElement).src).href
}

function warn(message: string): void {
  // The page may have no console.
  tryCall(() => console.warn(`[emulated pixel] ${message}`))
}

import { checkNames, isJsonObject } from '@conversion-capi/core/protocol'

import { type Faults, validateFaults } from './faults/faults.ts'
import { checkTypes, isString, optional, type TypeRule } from './type-rule.ts'

/** Options of `createEmulator`. */
export interface EmulatorOptions {
  /** The only pixel ID that the emulator accepts: letters, digits, `_` and `-`. @default '1234567890' */
  pixelId?: string
  /**
   * The only access token that the emulator accepts. Error responses never contain it.
   *
   * @default 'emulator-access-token'
   */
  accessToken?: string
  /** Returns the current time in milliseconds since the epoch. @default Date.now */
  now?: () => number
  /**
   * The maximum number of recorded events, and of recorded rejected requests. When it is reached, the
   * oldest are removed.
   *
   * @default 10_000
   */
  maxEvents?: number
  /**
   * Hostnames, without port, under which the live page is available in addition to `localhost`,
   * `*.localhost`, `127.0.0.1` and `[::1]`, and whose pages may send pixel events.
   *
   * @default []
   */
  allowedHosts?: readonly string[]
  /** The URL of the site under test, or its path such as `/`. The live page links to it. @default no link */
  siteUrl?: string
  /** The initial faults. `setFaults()` replaces them. @default no faults */
  faults?: Faults
}

export type ResolvedOptions = Required<Omit<EmulatorOptions, 'siteUrl'>> & {
  siteUrl: string | undefined
}

const DEFAULTS: ResolvedOptions = {
  pixelId: '1234567890',
  accessToken: 'emulator-access-token',
  now: () => Date.now(),
  maxEvents: 10_000,
  allowedHosts: [],
  siteUrl: undefined,
  faults: {},
}

/** Applies the defaults. Throws a `TypeError` if an option is invalid or unknown. */
export function resolveOptions(options: EmulatorOptions): ResolvedOptions {
  checkNames(options, Object.keys(DEFAULTS))
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const all: ResolvedOptions = { ...DEFAULTS, ...Object.fromEntries(given) }
  checkTypes(all, RULES)
  validateFaults(all.faults)
  return all
}

const RULES: TypeRule[] = [
  [
    'pixelId',
    'a non-empty string of letters, digits, _ and -',
    (value) => isString(value) && /^[\w-]+$/.test(value),
  ],
  ['accessToken', 'a non-empty string', (value) => isString(value) && value !== ''],
  ['now', 'a function', (value) => typeof value === 'function'],
  ['maxEvents', 'a positive integer', (value) => Number.isSafeInteger(value) && Number(value) > 0],
  [
    'allowedHosts',
    'an array of hostnames in lower case, without port',
    (value) => Array.isArray(value) && value.every(isHost),
  ],
  ['siteUrl', 'an http or https URL, or a path that starts with /', optional(isPageUrl)],
  ['faults', 'an object', isJsonObject],
]

function isHost(value: unknown): boolean {
  const url = `http://${String(value)}`
  if (typeof value !== 'string' || value.includes('*') || !URL.canParse(url)) return false
  return new URL(url).hostname === value
}

/** Returns whether a link to the value leads to a page. Excludes `javascript:` and `//host`. */
function isPageUrl(value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (/^\/(?![/\\])/.test(value)) return true
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

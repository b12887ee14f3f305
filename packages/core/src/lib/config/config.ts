import { checkNames, GRAPH_VERSION, MAX_BODY_BYTES } from '../../protocol.ts'
import type { NationalPhone } from '../pii/to-international.ts'

/**
 * Configuration of the proxy. `readConfig` reads each field from the environment variable named here. `FIELDS`
 * defines how.
 */
export interface Config {
  /** ID of the pixel (dataset) that receives the events. Environment variable: `META_PIXEL_ID`. */
  pixelId: string
  /**
   * Conversions API access token of the pixel. Sent only in the body of upstream requests. Environment variable:
   * `META_ACCESS_TOKEN`.
   */
  accessToken: string
  /** Base URL of the Graph API. Environment variable: `META_GRAPH_URL`. @default 'https://graph.facebook.com' */
  graphUrl?: string
  /** Version of the Graph API (specification 9). Environment variable: `META_GRAPH_VERSION`. @default 'v18.0' */
  graphVersion?: string
  /**
   * Time limit of one attempt in milliseconds. The default is Meta's advice. Environment variable: `META_TIMEOUT_MS`.
   *
   * @default 1500
   */
  timeoutMs?: number
  /** Time limit of all attempts together in milliseconds. Environment variable: `META_DEADLINE_MS`. @default 4500 */
  deadlineMs?: number
  /** Maximum number of retries after a transient failure. Environment variable: `META_RETRIES`. @default 2 */
  retries?: number
  /**
   * Maximum delay before the first retry in milliseconds. Doubled for each further retry, then reduced by a
   * random share of up to one half. Environment variable: `META_RETRY_DELAY_MS`.
   *
   * @default 100
   */
  retryDelayMs?: number
  /** Maximum size of a request body in bytes. Environment variable: `META_MAX_BODY_BYTES`. @default 262144 */
  maxBodyBytes?: number
  /**
   * Time limit for receiving a request body in milliseconds. Environment variable: `META_BODY_TIMEOUT_MS`.
   *
   * @default 5000
   */
  bodyTimeoutMs?: number
  /**
   * Origins that may send events: exact origins such as `https://school.example`, and `*.school.example` for
   * every https subdomain. Requests from other origins are rejected with 403. Environment variable:
   * `META_ALLOWED_ORIGINS`.
   *
   * @default every origin (specification 4.1)
   */
  allowedOrigins?: string[]
  /**
   * Marks every event that the server sends for Meta's limited data use with a country code and a state code; if a
   * code is 0, Meta derives it from the visitor's IP. Set the same codes for the pixel, with the
   * tracker's `pixel.limitedDataUse`. Environment variable: `META_LIMITED_DATA_USE`.
   *
   * @default off
   * @see https://developers.facebook.com/docs/marketing-apis/data-processing-options
   */
  limitedDataUse?: {
    /** 1 for the United States, or 0. */
    country: number
    /** Meta's code of the state, for example 1000 for California, or 0. */
    state: number
  }
  /**
   * Whether the proxy honors Global Privacy Control. If it is `'honor'`, a request with `Sec-GPC: 1` gets a normal
   * success response, but its event is neither forwarded nor kept, and `captureVisitor` returns nothing to store.
   * Environment variable: `META_GLOBAL_PRIVACY_CONTROL`.
   *
   * @default 'ignore' (specification 6): the tracker honors it by default
   * @see https://w3c.github.io/gpc/
   */
  globalPrivacyControl?: 'honor' | 'ignore'
  /**
   * Country code, and trunk prefix if the country has one, for converting national phone numbers before hashing.
   * Set the same value in the tracker. Environment variable: `META_NATIONAL_PHONE`.
   *
   * @default off
   */
  nationalPhone?: NationalPhone
  /**
   * Label of the school in every outcome, if one deployment serves several schools. Environment variable:
   * `META_SCHOOL`.
   *
   * @default none
   */
  school?: string
  /**
   * Forwards the events of preview deployments to the real Graph API too. Environment variable:
   * `META_FORWARD_PREVIEWS`.
   *
   * @default false: a preview deployment responds "Server not configured"
   */
  forwardPreviews?: boolean
}

export interface Field<Value> {
  /** Completes the messages "<variable> must be …" and "config.<name> must be …". */
  expected: string
  /** Converts the trimmed string in the variable to a value for `check`. */
  parse: (text: string) => unknown
  /** Returns the value, corrected if necessary, or `undefined` if it is unusable. */
  check: (value: unknown) => Value | undefined
  default?: Value | undefined
  /** Whether the proxy cannot forward events without the field. */
  isRequired?: boolean
}

// With a longer delay, setTimeout fires immediately.
const MAX_INTEGER = 2 ** 31 - 1

/** The rules of all fields, in the order in which problems are listed. */
export const FIELDS: { readonly [Name in keyof Config]-?: Field<NonNullable<Config[Name]>> } = {
  pixelId: required('the ID of your pixel, without spaces and quotes'),
  accessToken: required('the access token of your pixel, without spaces and quotes'),
  graphUrl: string(
    'a URL such as https://graph.facebook.com',
    normalizeUrl,
    'https://graph.facebook.com',
  ),
  graphVersion: string('a version such as v18.0', matching(/^v\d+\.\d+$/), GRAPH_VERSION),
  timeoutMs: integer(1, 1500),
  deadlineMs: integer(1, 4500),
  retries: integer(0, 2),
  retryDelayMs: integer(0, 100),
  maxBodyBytes: integer(1, MAX_BODY_BYTES),
  bodyTimeoutMs: integer(1, 5000),
  allowedOrigins: {
    expected: 'origins such as https://school.example,*.school.example',
    parse: (text) => text.split(','),
    check(value) {
      const origins = Array.isArray(value) ? value.map(normalizeOrigin) : []
      return origins[0] && origins.every((origin) => origin !== undefined) ? origins : undefined
    },
  },
  limitedDataUse: object<NonNullable<Config['limitedDataUse']>>('codes such as 0:0', Number, {
    country: /^[01]$/,
    state: /^(0|1\d{3})$/,
  }),
  globalPrivacyControl: string(
    'honor or ignore',
    matching<'honor' | 'ignore'>(/^(honor|ignore)$/),
    'ignore',
  ),
  nationalPhone: object<NationalPhone>(
    'a countryCode and a trunkPrefix such as 48 or 7:8',
    String,
    { countryCode: /^[1-9]\d{0,2}$/, trunkPrefix: /^(\d{1,2}|undefined)$/ },
  ),
  school: string('up to 50 letters, digits and hyphens', matching(/^[\w-]{1,50}$/)),
  forwardPreviews: {
    expected: '1 (true) or 0 (false)',
    parse: (text) => ({ 0: false, 1: true })[text],
    check: (value) => (typeof value === 'boolean' ? value : undefined),
  },
}

export const FIELD_NAMES: readonly (keyof Config)[] = /* @__PURE__ */ Object.keys(FIELDS) as never

/** Default values of {@link Config}. Optional fields that are not listed are off by default. */
export const DEFAULTS: Readonly<
  Required<
    Omit<
      Config,
      | 'pixelId'
      | 'accessToken'
      | 'allowedOrigins'
      | 'limitedDataUse'
      | 'nationalPhone'
      | 'school'
      | 'forwardPreviews'
    >
  >
> = /* @__PURE__ */ Object.fromEntries(
  FIELD_NAMES.map((name) => [name, FIELDS[name].default]),
) as never

export function variableOf(field: keyof Config): string {
  return `META_${field.replace(/[A-Z]/g, '_$&').toUpperCase()}`
}

export function checkField<Name extends keyof Config>(
  name: Name,
  value: unknown,
): NonNullable<Config[Name]> | undefined {
  try {
    return FIELDS[name].check(value) as NonNullable<Config[Name]> | undefined
  } catch {
    // Not every text is a URL, and symbols and hostile objects cannot be converted.
  }
}

/** Parses the string in a variable. Returns `undefined` if it is malformed. */
export function parseField<Name extends keyof Config>(
  name: Name,
  text: string,
): NonNullable<Config[Name]> | undefined {
  return checkField(name, FIELDS[name].parse(text))
}

function string<Value extends string = string>(
  expected: string,
  normalize: (text: string) => Value | undefined,
  defaultValue?: Value,
): Field<Value> {
  return {
    expected,
    parse: String,
    check: (value) => (typeof value === 'string' ? normalize(value.trim()) : undefined),
    default: defaultValue,
  }
}

function required(expected: string): Field<string> {
  return { ...string(expected, matching(/^(?!["'`])\S+$/)), isRequired: true }
}

/** Decimals are cut off, and a value above the maximum is reduced to it. */
function integer(min: number, defaultValue: number): Field<number> {
  return {
    expected: `an integer from ${min} to ${MAX_INTEGER}`,
    parse: (text) => (/^\d+$/.test(text) ? Number(text) : text),
    check: (value) =>
      typeof value === 'number' && value >= min
        ? Math.min(Math.floor(value), MAX_INTEGER)
        : undefined,
    default: defaultValue,
  }
}

/** An object. In a variable, its values are separated by colons. */
function object<Value extends object>(
  expected: string,
  convert: (value: unknown) => unknown,
  patterns: { [Name in keyof Value]-?: RegExp },
): Field<Value> {
  const names = Object.keys(patterns)
  return {
    expected,
    parse: (text) => Object.fromEntries(text.split(':').map((part, index) => [names[index], part])),
    check(value) {
      checkNames(value, names)
      const result: Partial<Value> = {}
      for (const name of names as (keyof Value)[]) {
        const item = (value as Value)[name]
        if (!patterns[name].test(item as string)) return
        if (item !== undefined) result[name] = convert(item) as Value[typeof name]
      }
      return result as Value
    },
  }
}

function matching<Value extends string>(pattern: RegExp): (text: string) => Value | undefined {
  return (text) => (pattern.test(text) ? (text as Value) : undefined)
}

function normalizeUrl(text: string): string | undefined {
  // fetch throws for a URL with credentials, and its error message contains them.
  const isBase = /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(text) && URL.canParse(text)
  return isBase ? text.replace(/\/+$/, '') : undefined
}

/**
 * Returns the origin as browsers send it. It may end in a slash, as in the address bar.
 *
 * @throws If it is not a URL.
 */
function normalizeOrigin(value: unknown): string | undefined {
  const text = String(value).trim().toLowerCase()
  if (/^\*(\.[a-z\d-]+){2,}$/.test(text)) return text
  // Hostnames may also contain semicolons and empty labels. IPv6 hostnames contain brackets.
  const isOrigin = /^https?:\/\/[\w[\]:-]+(\.[\w-]+)*(:\d+)?\/?$/.test(text)
  return isOrigin ? new URL(text).origin : undefined
}

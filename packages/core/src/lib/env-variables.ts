import type { Config } from './config.ts'

/** An environment variable and the field of {@link Config} that it sets, with the rule for both. */
export interface EnvVariable {
  /** `META_` and the field's name in upper snake case: `timeoutMs` is `META_TIMEOUT_MS`. */
  name: string
  field: keyof Config
  /** Completes the message "<name> must be …". */
  expected: string
  /** Parses the text of the variable. Returns `undefined` if it is malformed. */
  parse: (text: string) => Config[keyof Config] | undefined
  /** Converts a value of the field to the text of the variable. */
  format: (value: never) => string
  /** Text of the variable, as an example for a field that is not a text or a number. */
  example?: string
  /** Whether the proxy cannot forward events without the field. */
  isRequired?: boolean
}

// With a longer delay, setTimeout fires immediately.
const MAX_INTEGER = 2 ** 31 - 1

/** All environment variables that `readConfig` reads. */
export const ENV_VARIABLES: readonly EnvVariable[] = [
  required('pixelId', 'the ID of your pixel, without spaces and quotes'),
  required('accessToken', 'the access token of your pixel, without spaces and quotes'),
  variable('graphUrl', 'a URL such as https://graph.facebook.com', httpUrl),
  variable('graphVersion', 'a version such as v18.0', graphVersion),
  integer('timeoutMs', 1),
  integer('deadlineMs', 1),
  integer('retries', 0),
  integer('retryDelayMs', 0),
  integer('maxBodyBytes', 1),
  integer('bodyTimeoutMs', 1),
  {
    ...variable(
      'allowedOrigins',
      'a comma-separated list of origins such as https://school.example or *.school.example',
      originPatterns,
    ),
    example: 'https://school.example,*.school.example',
  },
  {
    ...variable(
      'limitedDataUse',
      "Meta's country and state codes, such as 1:1000 or 0:0",
      limitedDataUse,
      joinFields,
    ),
    example: '1:1000',
  },
  {
    ...variable(
      'nationalPhone',
      'a country code, such as 48, or a country code and a trunk prefix, such as 7:8',
      nationalPhone,
      joinFields,
    ),
    example: '7:8',
  },
  variable('school', 'a label of up to 50 letters, digits and hyphens', label),
  variable('forwardPreviews', '1 or 0', flag, (value: boolean) => String(Number(value))),
]

/** The names of all environment variables. */
export const ENV_NAMES: readonly string[] = /* @__PURE__ */ ENV_VARIABLES.map(({ name }) => name)

function variable(
  field: keyof Config,
  expected: string,
  parse: EnvVariable['parse'],
  format: EnvVariable['format'] = String,
): EnvVariable {
  const name = `META_${field.replace(/[A-Z]/g, '_$&').toUpperCase()}`
  return { name, field, expected, parse, format }
}

function required(field: keyof Config, expected: string): EnvVariable {
  return { ...variable(field, expected, unquoted), isRequired: true }
}

/** A value above the maximum is reduced to it. */
function integer(field: keyof Config, min: number): EnvVariable {
  return variable(
    field,
    `an integer from ${min} to ${MAX_INTEGER}`,
    (text) => {
      const value = /^\d+$/.test(text) ? Number(text) : NaN
      return value >= min ? Math.min(value, MAX_INTEGER) : undefined
    },
    (value: number) => String(Math.min(Math.floor(value), MAX_INTEGER)),
  )
}

/** Joins the values of an object. In both formats, the alphabetical order of the keys is that of the text. */
function joinFields(value: Record<string, unknown>): string {
  return Object.keys(value)
    .toSorted()
    .flatMap((key) => value[key] ?? [])
    .join(':')
}

function graphVersion(text: string): string | undefined {
  return /^v\d+\.\d+$/.test(text) ? text : undefined
}

function unquoted(text: string): string | undefined {
  return /^(?!["'`])\S+$/.test(text) ? text : undefined
}

function httpUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // fetch throws for a URL with credentials, and its error message contains them.
  const isHttpUrl = url && /^https?:/.test(url.protocol) && !url.username && !url.password
  return isHttpUrl && !/[?#]/.test(text) ? text.replace(/\/+$/, '') : undefined
}

/** Parses a list of origins. Returns `undefined` if one of them is malformed. */
export function originPatterns(text: string): string[] | undefined {
  const patterns = text.split(',').map((pattern) => pattern.trim())
  return patterns.every(isOriginPattern) ? patterns : undefined
}

function isOriginPattern(text: string): boolean {
  if (/^\*(\.[a-z\d-]+){2,}$/.test(text)) return true
  // Hosts of URLs may also contain semicolons and empty labels. The brackets are those of an IPv6 address.
  const isHost = /^https?:\/\/[\w[\]:-]+(\.[\w-]+)*(:\d+)?$/.test(text)
  return isHost && httpUrl(text) !== undefined && new URL(text).origin === text
}

function limitedDataUse(text: string): Config['limitedDataUse'] {
  const match = /^([01]):(0|1\d{3})$/.exec(text)
  return match ? { country: Number(match[1]), state: Number(match[2]) } : undefined
}

function nationalPhone(text: string): Config['nationalPhone'] {
  const match = /^([1-9]\d{0,2})(?::(\d{1,2}))?$/.exec(text)
  return match ? { countryCode: match[1]!, trunkPrefix: match[2] } : undefined
}

function label(text: string): string | undefined {
  return /^[\w-]{1,50}$/.test(text) ? text : undefined
}

function flag(text: string): boolean | undefined {
  return text === '1' || (text === '0' ? false : undefined)
}

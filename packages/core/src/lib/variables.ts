import type { Config } from './config.ts'

/** One environment variable and how it is read. */
export interface Variable {
  /** `META_` and the field in capitals: `timeoutMs` is `META_TIMEOUT_MS`. */
  name: string
  field: keyof Config
  /** What a usable value is, for the sentence "it must be …". */
  expected: string
  read: Reader
}

/** `undefined` when the text is not usable. */
type Reader = (text: string) => Config[keyof Config] | undefined

export const VARIABLES: readonly Variable[] = [
  variable('pixelId', 'the id of your pixel', word),
  variable('accessToken', 'its access token', word),
  variable('graphUrl', 'an address such as https://graph.facebook.com', httpUrl),
  variable('graphVersion', 'a version such as v18.0', version),
  wholeNumber('timeoutMs', 1),
  wholeNumber('deadlineMs', 1),
  wholeNumber('retries', 0),
  wholeNumber('retryDelayMs', 0),
  wholeNumber('maxBodyBytes', 1),
  wholeNumber('bodyTimeoutMs', 1),
  variable(
    'allowedOrigins',
    'origins such as https://school.example or *.school.example, separated by commas',
    origins,
  ),
  variable(
    'limitedDataUse',
    "Meta's codes for country and state, such as 1:1000, or 0:0",
    limitedDataUse,
  ),
  variable('nationalPhone', 'country code and trunk prefix, such as 7:8', nationalPhone),
]

function variable(field: keyof Config, expected: string, read: Reader): Variable {
  const name = `META_${field.replace(/[A-Z]/g, '_$&').toUpperCase()}`
  return { name, field, expected, read }
}

function wholeNumber(field: keyof Config, least: number): Variable {
  return variable(field, `a whole number, ${least} or more`, (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN
    return value >= least && value <= MAX_NUMBER ? value : undefined
  })
}

// setTimeout fires at once for anything longer.
const MAX_NUMBER = 2 ** 31 - 1

function version(text: string): string | undefined {
  return /^v\d+\.\d+$/.test(text) ? text : undefined
}

function word(text: string): string | undefined {
  return /^\S+$/.test(text) ? text : undefined
}

function httpUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // With credentials no fetch can be made, and its error would show them.
  const usable = url && /^https?:/.test(url.protocol) && !url.username && !url.password
  return usable && !/[?#]/.test(text) ? text.replace(/\/+$/, '') : undefined
}

function origins(text: string): string[] | undefined {
  const patterns = text.split(',').map((pattern) => pattern.trim())
  return patterns.every(isOriginPattern) ? patterns : undefined
}

function isOriginPattern(text: string): boolean {
  if (text.includes('*')) return /^\*(\.[a-z\d-]+){2,}$/.test(text)
  return httpUrl(text) !== undefined && new URL(text).origin === text
}

function limitedDataUse(text: string): Config['limitedDataUse'] {
  const match = /^([01]):(0|1\d{3})$/.exec(text)
  return match ? { country: Number(match[1]), state: Number(match[2]) } : undefined
}

function nationalPhone(text: string): Config['nationalPhone'] {
  const match = /^([1-9]\d{0,2}):(\d{1,2})$/.exec(text)
  return match ? { countryCode: match[1]!, trunkPrefix: match[2]! } : undefined
}

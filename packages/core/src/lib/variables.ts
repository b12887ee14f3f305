import type { Config } from './config.ts'

/** One environment variable and how it is read. */
export interface Variable {
  name: string
  field: keyof Config
  /** What a usable value is, for the sentence "it must be …". */
  expected: string
  /** `undefined` when the text is not usable. */
  read: (text: string) => Config[keyof Config] | undefined
}

export const VARIABLES: readonly Variable[] = [
  { name: 'META_PIXEL_ID', field: 'pixelId', expected: 'the id of your pixel', read: word },
  { name: 'META_ACCESS_TOKEN', field: 'accessToken', expected: 'its access token', read: word },
  {
    name: 'META_GRAPH_URL',
    field: 'graphUrl',
    expected: 'an address such as https://graph.facebook.com',
    read: httpUrl,
  },
  {
    name: 'META_GRAPH_VERSION',
    field: 'graphVersion',
    expected: 'a version such as v18.0',
    /** `undefined` when the text is not usable. */
    read: (text) => (/^v\d+\.\d+$/.test(text) ? text : undefined),
  },
  wholeNumber('META_TIMEOUT_MS', 'timeoutMs', 1),
  wholeNumber('META_DEADLINE_MS', 'deadlineMs', 1),
  wholeNumber('META_RETRIES', 'retries', 0),
  wholeNumber('META_RETRY_DELAY_MS', 'retryDelayMs', 0),
  wholeNumber('META_MAX_BODY_BYTES', 'maxBodyBytes', 1),
  wholeNumber('META_BODY_TIMEOUT_MS', 'bodyTimeoutMs', 1),
  {
    name: 'META_ALLOWED_ORIGINS',
    field: 'allowedOrigins',
    expected: 'origins such as https://school.example or *.school.example, separated by commas',
    read: origins,
  },
  {
    name: 'META_LIMITED_DATA_USE',
    field: 'limitedDataUse',
    expected: "Meta's codes for country and state, such as 1:1000, or 0:0",
    read: limitedDataUse,
  },
  {
    name: 'META_NATIONAL_PHONE',
    field: 'nationalPhone',
    expected: 'country code and trunk prefix, such as 7:8',
    read: nationalPhone,
  },
]

// setTimeout fires at once for anything longer.
const MAX_NUMBER = 2 ** 31 - 1

function wholeNumber(name: string, field: keyof Config, least: number): Variable {
  return {
    name,
    field,
    expected: `a whole number, ${least} or more`,
    read(text) {
      const value = /^\d+$/.test(text) ? Number(text) : NaN
      return value >= least && value <= MAX_NUMBER ? value : undefined
    },
  }
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

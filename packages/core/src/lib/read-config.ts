import type { Config } from './config.ts'

/**
 * Reads the configuration from environment variables.
 *
 * A value that is present but unusable counts as not configured: the proxy then answers 500 "Server not
 * configured" rather than run with a guess. Each such variable is reported once on `console.error`, by
 * name and never by value, with what to write instead.
 *
 * @param env Such as `process.env`. Values are trimmed; an empty one counts as absent.
 * @returns The configuration, or `undefined` when `META_PIXEL_ID` or `META_ACCESS_TOKEN` is absent or any
 *   value is unusable.
 */
export function readConfig(env: Record<string, string | undefined>): Config | undefined {
  const config: Partial<Config> = {}
  const unusable: Variable[] = []
  for (const variable of VARIABLES) {
    const text = env[variable.name]?.trim()
    if (!text) continue
    const value = variable.read(text)
    if (value === undefined) unusable.push(variable)
    else Object.assign(config, { [variable.field]: value })
  }

  if (unusable.length > 0) report(env, unusable)
  else if (config.pixelId && config.accessToken) return config as Config
}

interface Variable {
  name: string
  field: keyof Config
  expected: string
  read: (text: string) => string | number | undefined
}

const VARIABLES: Variable[] = [
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
    read: (text) => (/^v\d+\.\d+$/.test(text) ? text : undefined),
  },
  wholeNumber('META_TIMEOUT_MS', 'timeoutMs', 1),
  wholeNumber('META_DEADLINE_MS', 'deadlineMs', 1),
  wholeNumber('META_RETRIES', 'retries', 0),
  wholeNumber('META_RETRY_DELAY_MS', 'retryDelayMs', 0),
  wholeNumber('META_MAX_BODY_BYTES', 'maxBodyBytes', 1),
  wholeNumber('META_BODY_TIMEOUT_MS', 'bodyTimeoutMs', 1),
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
  const usable = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
  return usable ? text.replace(/\/+$/, '') : undefined
}

const reported = new WeakSet<object>()

function report(env: object, unusable: Variable[]): void {
  if (reported.has(env)) return
  reported.add(env)
  for (const { name, expected } of unusable) {
    console.error(
      `${name} is not usable: it must be ${expected}. The proxy counts as not configured.`,
    )
  }
}

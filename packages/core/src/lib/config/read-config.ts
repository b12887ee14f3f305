import type { Result } from '../common/result.ts'
import { type Config, DEFAULTS, FIELD_NAMES, FIELDS, parseField, variableOf } from './config.ts'

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>

/**
 * Reads the configuration from environment variables.
 *
 * If a required variable is missing or any variable is malformed, the result is an error, so that the proxy responds
 * with 500 "Server not configured" instead of using a default.
 *
 * Logs one line when the result for an `env` changes. If the configuration is complete, `console.info` logs the
 * last digits of the pixel ID and the Graph API version. Otherwise, `console.error` logs the name of each missing
 * or malformed variable and the expected format, never the value. Unknown variables that start with `META_` are
 * logged with `console.warn`.
 *
 * @param env For example `process.env`. Values are trimmed; an empty value counts as missing.
 * @returns `{ ok: true, value }` with the configuration, or `{ ok: false, error }` with what to correct. The error
 *   contains names of variables, never values. Pass it on as it is: `createHandler`, `createSender` and the adapters
 *   accept both.
 */
export function readConfig(env: Environment): Result<Config, string> {
  const result = parseConfig(env)
  const line = describeConfig(result)
  if (lastLines.get(env) !== line) {
    lastLines.set(env, line)
    const names = new Set(FIELD_NAMES.map(variableOf))
    for (const name of Object.keys(env)) {
      if (name.startsWith('META_') && !names.has(name)) {
        console.warn(`${name} is not read by the proxy.`)
      }
    }
    console[result.ok ? 'info' : 'error'](line)
  }
  return result
}

const lastLines = new WeakMap<object, string>()

/**
 * Parses the configuration in environment variables without logging.
 *
 * @param env For example `process.env`.
 */
export function parseConfig(env: Environment): Result<Config, string> {
  if (env['META_SCHOOLS']) {
    const error = 'META_SCHOOLS is set. Pass readSchools(env).'
    return { ok: false, error }
  }
  return parseVariables(
    (name) => env[name],
    (name, field) => {
      const misspelling = findMisspelling(env, field)
      return misspelling && `${misspelling} is not read. Did you mean ${name}?`
    },
  )
}

/**
 * Parses the environment variables of one configuration. Besides required variables, those must be set for which `explain`
 * returns why they are missing. `rename` returns the name of a variable in the error.
 */
export function parseVariables(
  read: (name: string) => string | undefined,
  explain: (name: string, field: keyof Config) => string | undefined,
  rename = (name: string): string => name,
): Result<Config, string> {
  const config: Partial<Config> = {}
  const problems: string[] = []
  for (const field of FIELD_NAMES) {
    const { expected, isRequired } = FIELDS[field]
    const variable = variableOf(field)
    const name = rename(variable)
    // Variables of Cloudflare can be numbers.
    const text = String(read(variable) ?? '').trim()
    if (text) {
      const value = parseField(field, text)
      if (value === undefined) problems.push(`${name} must be ${expected}.`)
      else (config as Record<keyof Config, unknown>)[field] = value
    } else {
      const problem = explain(variable, field) ?? (isRequired && `${name} is missing.`)
      if (problem) problems.push(problem)
    }
  }
  if (problems.length > 0) return { ok: false, error: problems.join(' ') }
  return { ok: true, value: config as Config }
}

export function describeConfig(result: Result<Config, string>): string {
  if (!result.ok) return `${result.error} Until then, the proxy responds "Server not configured".`
  const { pixelId, graphVersion = DEFAULTS.graphVersion, school } = result.value
  const label = school ? ` of ${school}` : ''
  return `Conversion proxy configured for pixel …${pixelId.slice(-3)}${label} at ${graphVersion}.`
}

/**
 * Common misspellings of the required variables and of the variables that protect visitors. They are read one by one,
 * because Deno's `--allow-env=META_*` does not allow listing the environment.
 */
const MISSPELLINGS: { [Name in keyof Config]?: string } = {
  pixelId: 'PIXEL_ID FB_PIXEL_ID FACEBOOK_PIXEL_ID META_PIXELID',
  accessToken: 'ACCESS_TOKEN FB_ACCESS_TOKEN FACEBOOK_ACCESS_TOKEN META_TOKEN',
  allowedOrigins: 'META_ALLOWED_ORIGIN META_ORIGINS',
  limitedDataUse: 'META_LDU',
  globalPrivacyControl: 'META_GPC',
}

function findMisspelling(env: Environment, field: keyof Config): string | undefined {
  return MISSPELLINGS[field]?.split(' ').find((misspelling) => {
    try {
      return env[misspelling]
    } catch {
      // Deno throws if the variable is not allowed.
    }
  })
}

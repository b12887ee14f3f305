import { type Config, DEFAULTS } from './config.ts'
import { ENV_VARIABLES } from './env-variables.ts'

/**
 * Reads the configuration from environment variables.
 *
 * If a required variable is missing or any variable is malformed, the configuration is `undefined`, so that the
 * proxy responds with 500 "Server not configured" instead of using a default.
 *
 * Logs one line when the result for an `env` changes. If the configuration is complete, `console.info` logs the
 * last digits of the pixel ID and the Graph API version. Otherwise, `console.error` logs the name of each missing
 * or malformed variable and the expected format, never the value. Unknown variables that start with `META_` are
 * logged with `console.warn`.
 *
 * @param env For example `process.env`. Values are trimmed; an empty value counts as missing.
 * @returns The configuration, or `undefined` if `META_PIXEL_ID` or `META_ACCESS_TOKEN` is missing or any value
 *   is malformed.
 */
export function readConfig(env: Record<string, string | undefined>): Config | undefined {
  const parsed = parseConfig(env)
  ;({ problem } = parsed)

  const line = describeConfig(parsed)
  if (lastLines.get(env) !== line) {
    lastLines.set(env, line)
    for (const name of Object.keys(env)) {
      if (name.startsWith('META_') && !ENV_VARIABLES.some((variable) => variable.name === name)) {
        console.warn(`${name} is not a variable of the conversion proxy.`)
      }
    }
    console[problem ? 'error' : 'info'](line)
  }
  return parsed.config
}

/**
 * Parses the configuration in environment variables without logging.
 *
 * @param env For example `process.env`.
 * @returns The configuration, or what to correct. It contains names of variables, never values.
 */
export function parseConfig(env: Record<string, string | undefined>): ParsedConfig {
  return parseVariables((name) => {
    if (name === 'META_SCHOOL' && env['META_SCHOOLS']) {
      throw new Error('META_SCHOOLS is read by readSchools only. Pass `config: readSchools(env)`.')
    }
    const misspelling = env[name]?.trim() ? undefined : findMisspelling(env, name)
    if (misspelling) throw new Error(`${misspelling} is not read. Did you mean ${name}?`)
    return env[name]
  })
}

/** The result of parsing environment variables: a complete configuration, or what to correct. */
export type ParsedConfig =
  | { config: Config; problem?: undefined }
  | { config?: undefined; problem: string }

/**
 * Parses the environment variables of one configuration.
 *
 * @param read Returns the text of a variable. If it throws, the message of the error is a problem.
 * @param rename Returns the name of a variable in problems.
 */
export function parseVariables(
  read: (name: string) => string | undefined,
  rename = (name: string): string => name,
): ParsedConfig {
  const config: Partial<Config> = {}
  const problems: string[] = []
  for (const { name, field, expected, parse, isRequired } of ENV_VARIABLES) {
    try {
      const text = read(name)?.trim()
      const value = text ? parse(text) : undefined
      if (value !== undefined) Object.assign(config, { [field]: value })
      else if (text) problems.push(`${rename(name)} must be ${expected}.`)
      else if (isRequired) problems.push(`${rename(name)} is missing.`)
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  return problems.length > 0 ? { problem: problems.join(' ') } : { config: config as Config }
}

/** Returns the line that is logged for a configuration. */
export function describeConfig({ config, problem }: ParsedConfig): string {
  if (!config) return `${problem} Until then, the proxy responds "Server not configured".`
  const { pixelId, graphVersion = DEFAULTS.graphVersion, school } = config
  const label = school ? ` of ${school}` : ''
  return `Conversion proxy configured for pixel …${pixelId.slice(-3)}${label} at ${graphVersion}.`
}

/** Returns why the last call of {@link readConfig} returned `undefined`. Contains names of variables only. */
export function lastConfigProblem(): string | undefined {
  return problem
}

let problem: string | undefined
const lastLines = new WeakMap<object, string>()

/**
 * Common misspellings of the required variables and of those that protect visitors. They are read one by one,
 * because Deno's `--allow-env=META_*` does not allow listing the environment.
 */
const MISSPELLINGS: Record<string, string> = {
  META_PIXEL_ID: 'META_PIXELID META_PIXEL FB_PIXEL_ID FACEBOOK_PIXEL_ID PIXEL_ID',
  META_ACCESS_TOKEN:
    'META_TOKEN META_CAPI_TOKEN FB_ACCESS_TOKEN FACEBOOK_ACCESS_TOKEN ACCESS_TOKEN',
  META_ALLOWED_ORIGINS: 'META_ALLOWED_ORIGIN META_ORIGINS',
  META_LIMITED_DATA_USE: 'META_LDU',
}

function findMisspelling(
  env: Record<string, string | undefined>,
  name: string,
): string | undefined {
  return MISSPELLINGS[name]?.split(' ').find((misspelling) => {
    try {
      return env[misspelling]
    } catch {
      // Deno throws if the variable is not allowed.
    }
  })
}

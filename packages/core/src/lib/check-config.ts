import { type Config, DEFAULTS, type ResolvedConfig } from './config.ts'
import { ENV_VARIABLES, type EnvVariable } from './env-variables.ts'
import { lastConfigProblem } from './read-config.ts'

/**
 * Checks a configuration that a program passes, with the rules of the environment variables.
 *
 * @returns A copy with the default values and with corrected values: trimmed texts, a `graphUrl` without trailing
 *   slashes, and limits that a timer can hold.
 * @throws {TypeError} Names the field that is unknown or unusable, and what to write. Never contains the value.
 */
export function checkConfig(config: Config): ResolvedConfig {
  const fields = ENV_VARIABLES.map(({ field }) => field)
  checkNames('Config field', config, fields)

  const checked = { ...DEFAULTS }
  for (const variable of ENV_VARIABLES) {
    const { field, expected, example, isRequired } = variable
    const value = config[field]
    // Without a required field, the handler responds "Server not configured" (specification 7).
    if (value === undefined || (isRequired && !value)) continue
    const result = parseValue(variable, value)
    if (!isSameType(result, value)) {
      const hint = example ? `like ${JSON.stringify(variable.parse(example))}` : expected
      throw new TypeError(`config.${field} must be ${hint}.`)
    }
    Object.assign(checked, { [field]: result })
  }
  return checked as ResolvedConfig
}

/**
 * Returns why events cannot be forwarded with a configuration, or `undefined` if they can.
 *
 * @param config A configuration that {@link checkConfig} returned, or the `undefined` that `readConfig` returned.
 */
export function findConfigProblem(config: Config | undefined): string | undefined {
  if (!config) return lastConfigProblem() ?? 'config is undefined.'
  const missing = ENV_VARIABLES.filter(({ field, isRequired }) => isRequired && !config[field])
  return missing.map(({ field }) => `config.${field} is missing.`).join(' ') || undefined
}

/**
 * Checks the options of a function.
 *
 * @param types The type of each option, as returned by `typeof`.
 * @throws {TypeError} Names the option that is unknown or has the wrong type.
 */
export function checkOptions(options: object, types: Record<string, string>): void {
  checkNames('Option', options, Object.keys(types))
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && typeof value !== types[name]) {
      throw new TypeError(`Option "${name}" must be of type ${types[name]}.`)
    }
  }
}

/** @throws {TypeError} If an object has a key that is not one of the names. */
export function checkNames(kind: string, object: object, names: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (!names.includes(key)) {
      throw new TypeError(`${kind} "${key}" is unknown. Use one of ${names.join(', ')}.`)
    }
  }
}

function parseValue({ parse, format }: EnvVariable, value: unknown): unknown {
  try {
    return parse(format(value as never).trim())
  } catch {
    // Symbols and hostile objects cannot be converted.
  }
}

function isSameType(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && Array.isArray(a) === Array.isArray(b)
}

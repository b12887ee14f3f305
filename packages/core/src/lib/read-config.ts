import type { Config } from './config.ts'
import { type Variable, VARIABLES } from './variables.ts'

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

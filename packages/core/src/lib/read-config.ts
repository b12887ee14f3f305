import type { Config } from './config.ts'
import { ENV_VARIABLES, type EnvVariable } from './env-variables.ts'

/**
 * Reads the configuration from environment variables.
 *
 * A malformed value makes the whole configuration `undefined`, so that the proxy responds with 500 "Server not
 * configured" instead of using a default. Each malformed variable is logged once with
 * `console.error`: its name and the expected format, never its value.
 *
 * @param env For example `process.env`. Values are trimmed; an empty value counts as missing.
 * @returns The configuration, or `undefined` if `META_PIXEL_ID` or `META_ACCESS_TOKEN` is missing or any value
 *   is malformed.
 */
export function readConfig(env: Record<string, string | undefined>): Config | undefined {
  const config: Partial<Config> = {}
  const malformed: EnvVariable[] = []
  for (const variable of ENV_VARIABLES) {
    const text = env[variable.name]?.trim()
    if (!text) continue
    const value = variable.parse(text)
    if (value === undefined) malformed.push(variable)
    else Object.assign(config, { [variable.field]: value })
  }

  if (malformed.length > 0) report(env, malformed)
  else if (config.pixelId && config.accessToken) return config as Config
}

const reportedEnvs = new WeakSet<object>()

function report(env: object, malformed: EnvVariable[]): void {
  if (reportedEnvs.has(env)) return
  reportedEnvs.add(env)
  for (const { name, expected } of malformed) {
    console.error(
      `${name} must be ${expected}. Until then, the proxy responds "Server not configured".`,
    )
  }
}

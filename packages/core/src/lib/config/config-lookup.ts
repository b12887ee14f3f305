import { describeError } from '../common/redact.ts'
import { withTimeout } from '../common/with-timeout.ts'
import { type ConfigValue, type Settings, toSettings } from './settings.ts'

/**
 * A configuration, what `readConfig` returned, or a function that returns either for the school that a request belongs
 * to, for example what `readSchools` returned.
 */
export type ConfigSource = ConfigValue | ((request: Request) => ConfigValue | Promise<ConfigValue>)

/**
 * Creates the function that returns the settings of a request.
 *
 * A static configuration is checked now. The result of a function is checked once per object. A function that throws,
 * rejects, returns an unusable configuration, or takes longer than 2 seconds leaves the request without a
 * configuration.
 *
 * @throws {TypeError} If a static configuration has a field that is unknown or unusable.
 */
export function createConfigLookup(
  source: ConfigSource,
  preview: string | undefined,
): (request: Request) => Settings | Promise<Settings> {
  if (typeof source !== 'function') {
    const settings = toSettings(source, preview)
    return () => settings
  }

  const checked = new WeakMap<object, Settings>()
  return async function findSettings(request) {
    try {
      const config = await withTimeout(LOOKUP_TIMEOUT_MS, async () => source(request))
      const settings = checked.get(config!) ?? toSettings(config, preview)
      if (config) checked.set(config, settings)
      return settings
    } catch (error) {
      return toSettings({ ok: false, error: describeError(error, undefined) })
    }
  }
}

const LOOKUP_TIMEOUT_MS = 2000

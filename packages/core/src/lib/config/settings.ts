import { checkNames } from '../../protocol.ts'
import type { Result } from '../common/result.ts'
import { checkField, type Config, DEFAULTS, FIELD_NAMES, FIELDS } from './config.ts'

/** A configuration, what `readConfig` returned, or nothing. */
export type ConfigValue = Config | Result<Config, string> | undefined

/** The settings of a request: its configuration, with the default values. Required fields that are missing are empty. */
export type Settings = Config &
  typeof DEFAULTS & {
    /** Why events cannot be forwarded. */
    problem?: string | undefined
  }

/**
 * Converts a configuration to settings. Checks each field with the rule of its environment variable. In a preview,
 * `problem` is set, and logged, unless events may be forwarded.
 *
 * @throws {TypeError} Names the field, and what to write. Never contains the value.
 */
export function toSettings(config: ConfigValue, preview?: string): Settings {
  const settings: Settings = { pixelId: '', accessToken: '', ...DEFAULTS }
  if (!config) return { ...settings, problem: 'config is undefined.' }
  if (isResult(config)) {
    return config.ok ? toSettings(config.value, preview) : { ...settings, problem: config.error }
  }

  checkNames(config, FIELD_NAMES, 'Config field')
  const missing: string[] = []
  for (const name of FIELD_NAMES) {
    const { isRequired, expected } = FIELDS[name]
    const value = config[name]
    // Without a required field, the handler responds "Server not configured" (specification 7).
    if (isRequired && !value) missing.push(`config.${name} is missing.`)
    else if (value !== undefined) {
      const checked = checkField(name, value)
      if (checked === undefined) {
        throw new TypeError(`config.${name} must be ${expected}.`)
      }
      ;(settings as Record<keyof Config, unknown>)[name] = checked
    }
  }
  const previewProblem = findPreviewProblem(settings, preview)
  if (previewProblem) console.error(previewProblem)
  settings.problem = missing.join(' ') || previewProblem
  return settings
}

/** Does not throw for a string, which could be an access token. */
function isResult(config: Config | Result<Config, string>): config is Result<Config, string> {
  return (config as Partial<Result<Config, string>>).ok !== undefined
}

/**
 * Returns why events of a preview deployment are not forwarded, or `undefined` if they are: to another upstream than the
 * real Graph API, or if the configuration says so.
 */
function findPreviewProblem(
  { graphUrl, forwardPreviews }: Settings,
  preview: string | undefined,
): string | undefined {
  if (!preview || forwardPreviews || !/\bfacebook\.com\.?$/.test(new URL(graphUrl).hostname)) return
  return `${preview}: this is a preview. Set META_FORWARD_PREVIEWS=1 to forward its events.`
}

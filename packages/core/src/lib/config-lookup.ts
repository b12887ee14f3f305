import { checkConfig, findConfigProblem } from './check-config.ts'
import type { Config, ResolvedConfig } from './config.ts'
import { createEventParser } from './event-parser.ts'
import { describeError } from './redact.ts'
import { withTimeout } from './with-timeout.ts'

/** A configuration, or a function that returns the configuration of the school that a request belongs to. */
export type ConfigSource =
  | Config
  | undefined
  | ((request: Request) => Config | undefined | Promise<Config | undefined>)

/** The configuration of a request, and what depends on it. */
export interface Settings {
  config: ResolvedConfig | undefined
  /** Why events cannot be forwarded. */
  problem: string | undefined
  parseEvent: ReturnType<typeof createEventParser>
}

/**
 * Creates the function that returns the settings of a request.
 *
 * A static configuration is checked now. The result of a function is checked once per object. A function that throws,
 * rejects, returns an unusable configuration, or takes longer than 2 seconds leaves the request without a
 * configuration.
 *
 * @param source The option of the handler.
 * @param preview Why the deployment is a preview, if it is one.
 * @returns A function that never throws and whose promise never rejects.
 * @throws {TypeError} If a static configuration has a field that is unknown or unusable.
 */
export function createConfigLookup(
  source: ConfigSource,
  preview: string | undefined,
): (request: Request) => Settings | Promise<Settings> {
  if (typeof source !== 'function') {
    const settings = createSettings(source)
    return () => settings
  }

  const checked = new WeakMap<Config, Settings>()
  return async function findSettings(request) {
    try {
      const config = await withTimeout(LOOKUP_TIMEOUT_MS, async () => source(request))
      if (!config) return createUnusable('The config function returned no configuration.')
      const settings = checked.get(config) ?? createSettings(config)
      checked.set(config, settings)
      return settings
    } catch (error) {
      return createUnusable(describeError(error, undefined))
    }
  }

  function createSettings(config: Config | undefined): Settings {
    const resolved = config && checkConfig(config)
    const previewProblem = resolved && findPreviewProblem(resolved, preview)
    if (previewProblem) console.error(previewProblem)
    const problem = findConfigProblem(resolved) ?? previewProblem
    return { config: resolved, problem, parseEvent: createEventParser(resolved?.nationalPhone) }
  }
}

const LOOKUP_TIMEOUT_MS = 2000

function createUnusable(problem: string): Settings {
  return { config: undefined, problem, parseEvent: createEventParser() }
}

/**
 * Returns why events of a preview deployment are not forwarded, or `undefined` if they are: to another upstream than the
 * real Graph API, or if the configuration says so.
 *
 * @param preview Why the deployment is a preview, if it is one.
 */
export function findPreviewProblem(
  { graphUrl, forwardPreviews }: ResolvedConfig,
  preview: string | undefined,
): string | undefined {
  if (!preview || forwardPreviews || !/\bfacebook\.com\.?$/.test(new URL(graphUrl).hostname)) return
  return `${preview}: this is a preview, and its events would reach the real pixel. Set META_FORWARD_PREVIEWS=1 to forward them.`
}

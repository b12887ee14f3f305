import type { Config } from './config.ts'
import { ENV_VARIABLES, originPatterns } from './env-variables.ts'
import type { SchoolOfEvent } from './keep-event.ts'
import { describeConfig, type ParsedConfig, parseVariables } from './read-config.ts'
import type { Result } from './result.ts'

/**
 * Reads the configurations of several schools from environment variables, for one deployment that serves all of them.
 *
 * `META_SCHOOLS` lists their names, for example `polaris,north-star`. The variables of a school end in two underscores
 * and its name: `META_PIXEL_ID__POLARIS`, `META_ACCESS_TOKEN__NORTH_STAR`. Every school needs a pixel ID, an access
 * token and its origins (`META_ALLOWED_ORIGINS__POLARIS`). All other variables also apply without a suffix, to every
 * school.
 *
 * Logs one line per school, like `readConfig`. If a variable of a school is missing or malformed, only that school is
 * not configured. If it is a list of origins, `*.school.example` also matches for no other school until it is
 * corrected, because the visitors of the school are unknown. Variables that are not read are logged with `console.warn`.
 *
 * @param env For example `process.env`. Its names must be listable.
 * @returns The `config` option of `createHandler`: finds the school by the request's `Origin` header. An exact origin
 *   takes precedence over `*.school.example`. For an event from a queue, call it with the `school` that `keep` received.
 *   It throws if there is no such school, or if the school is not configured, so an event is never counted for another
 *   school.
 * @example
 * const handle = createHandler({ config: readSchools(process.env), onOutcome: logOutcome() })
 */
export function readSchools(
  env: Record<string, string | undefined>,
): (source: Request | Pick<SchoolOfEvent, 'school'>) => Config {
  const parsed = parseSchools(env)
  if (!parsed.ok) {
    console.error(describeConfig({ problem: parsed.error }))
    return () => raise(parsed.error)
  }
  const { names, suffixes, origins, schools } = parsed.value
  for (const school of schools) console[school.problem ? 'error' : 'info'](describeConfig(school))
  warnAboutUnread(env, suffixes)

  const unreadable = schools.find((_, index) => !origins[index])
  const byPattern = new Map(
    schools.flatMap((school, index) =>
      (origins[index] ?? [])
        .filter((pattern) => !unreadable || !pattern.startsWith('*'))
        .map((pattern) => [pattern, school] as const),
    ),
  )
  return function findConfig(source) {
    const { config, problem } = 'headers' in source ? findByOrigin(source) : findByName(source)
    return config ?? raise(problem)
  }

  function findByOrigin({ headers }: Request): ParsedConfig {
    const patterns = candidates(headers.get('Origin') ?? '')
    const school = patterns.map((pattern) => byPattern.get(pattern)).find(Boolean)
    return school ?? unreadable ?? { problem: 'No school has the origin of the request.' }
  }

  function findByName({ school }: Pick<SchoolOfEvent, 'school'>): ParsedConfig {
    const problem = `META_SCHOOLS does not list the school "${school}".`
    return schools[names.indexOf(school ?? '')] ?? { problem }
  }
}

/** The configurations of several schools. The lists have the same order. */
interface ParsedSchools {
  names: string[]
  /** What the variables of each school end in. */
  suffixes: string[]
  /** `undefined` for a list that is missing or malformed. */
  origins: (string[] | undefined)[]
  schools: ParsedConfig[]
}

/**
 * Parses the configurations of several schools without logging.
 *
 * @param env For example `process.env`.
 * @returns The configuration of each school, or what to correct in it. The error concerns `META_SCHOOLS` itself.
 */
export function parseSchools(
  env: Record<string, string | undefined>,
): Result<ParsedSchools, string> {
  const names = (env['META_SCHOOLS'] ?? '').split(',').map((name) => name.trim())
  const suffixes = names.map(toSuffix)
  const isValid = names.every(isName) && new Set(suffixes).size === names.length
  if (!isValid) {
    const error = 'META_SCHOOLS must be a comma-separated list of names such as polaris,north-star.'
    return { ok: false, error }
  }

  const origins = suffixes.map((suffix) =>
    originPatterns(env[`META_ALLOWED_ORIGINS__${suffix}`] ?? ''),
  )
  const schools = names.map((name, index): ParsedConfig => {
    const rival = origins.findIndex(
      (other, otherIndex) =>
        otherIndex !== index && other?.some((each) => origins[index]?.includes(each)),
    )
    if (rival < 0) return parseSchool(env, name, suffixes[index]!, origins[index])
    const problem = `META_ALLOWED_ORIGINS__${suffixes[index]} and META_ALLOWED_ORIGINS__${suffixes[rival]} list the same origin.`
    return { problem }
  })
  return { ok: true, value: { names, suffixes, origins, schools } }
}

/** Variables that no two schools share. */
const OWN_VARIABLES = /* @__PURE__ */ new Set([
  'META_PIXEL_ID',
  'META_ACCESS_TOKEN',
  'META_ALLOWED_ORIGINS',
])

function isName(name: string): boolean {
  return /^[a-z\d]+(-[a-z\d]+)*$/i.test(name)
}

function toSuffix(name: string): string {
  return name.toUpperCase().replaceAll('-', '_')
}

function parseSchool(
  env: Record<string, string | undefined>,
  name: string,
  suffix: string,
  origins: string[] | undefined,
): ParsedConfig {
  const isOwn = (variable: string): boolean =>
    OWN_VARIABLES.has(variable) || Boolean(env[`${variable}__${suffix}`]?.trim())
  const rename = (variable: string): string =>
    isOwn(variable) ? `${variable}__${suffix}` : variable
  const parsed = parseVariables((variable) => {
    if (variable === 'META_SCHOOL') return name
    const text = env[rename(variable)]
    if (variable === 'META_ALLOWED_ORIGINS' && !text?.trim()) {
      throw new Error(`${rename(variable)} is missing.`)
    }
    return text
  }, rename)
  // Otherwise, the pattern of another school, such as `*.network.example`, could match the visitors of this one.
  const hint = 'Until it can be read, origins such as *.school.example match for no school.'
  return origins ? parsed : { problem: `${parsed.problem} ${hint}` }
}

/** Returns the names of all variables that are read for several schools. */
export function variablesOfSchools(suffixes: string[]): string[] {
  const variables = ENV_VARIABLES.map(({ name }) => name).filter((name) => name !== 'META_SCHOOL')
  const shared = variables.filter((name) => !OWN_VARIABLES.has(name))
  const own = variables.flatMap((name) => suffixes.map((suffix) => `${name}__${suffix}`))
  return ['META_SCHOOLS', ...shared, ...own]
}

function warnAboutUnread(env: Record<string, string | undefined>, suffixes: string[]): void {
  const read = new Set(variablesOfSchools(suffixes))
  for (const name of Object.keys(env)) {
    if (!name.startsWith('META_') || read.has(name)) continue
    const hint = OWN_VARIABLES.has(name) ? ` Write ${name}__${suffixes[0]}, for example.` : ''
    console.warn(`${name} is not read, because META_SCHOOLS is set.${hint}`)
  }
}

/** Returns the patterns that match an origin: the origin, then `*.` and the domains above it, the longest first. */
function candidates(origin: string): string[] {
  const [, host = ''] = /^https:\/\/([^/]+)$/.exec(origin) ?? []
  const labels = host.split('.')
  const domains = labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`)
  // Visitors can send a pattern as the origin.
  return origin.startsWith('*') ? [] : [origin, ...domains]
}

function raise(problem: string | undefined): never {
  // A text: an error would be described with its class name.
  throw problem
}

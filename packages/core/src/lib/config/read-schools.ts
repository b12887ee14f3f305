import type { Result } from '../common/result.ts'
import { type Config, FIELD_NAMES, parseField, variableOf } from './config.ts'
import { describeConfig, type Environment, parseVariables } from './read-config.ts'

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
 *   The result is an error if there is no such school, or if the school is not configured, so an event is never counted
 *   for another school. It never throws.
 * @example
 * const handle = createHandler({ config: readSchools(process.env), onOutcome: logOutcome() })
 */
export function readSchools(
  env: Environment,
): (source: Request | Pick<SchoolOfEvent, 'school'>) => Result<Config, string> {
  const parsed = parseSchools(env)
  if (!parsed.ok) {
    console.error(describeConfig(parsed))
    return () => parsed
  }
  const { names, suffixes, origins, schools } = parsed.value
  for (const school of schools) console[school.ok ? 'info' : 'error'](describeConfig(school))
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
    return 'headers' in source ? findByOrigin(source) : findByName(source)
  }

  function findByOrigin({ headers, method }: Request): Result<Config, string> {
    const origin = headers.get('Origin')
    // The request has no event, and the 405 shows whether the proxy is configured. Monitors send no origin.
    const isCheck = origin === null && method !== 'POST'
    const patterns = candidates(origin ?? (isCheck ? `https://${headers.get('Host')}` : ''))
    const school = patterns.map((pattern) => byPattern.get(pattern)).find(Boolean)
    if (school || !isCheck) {
      return school ?? unreadable ?? fail('No school has the origin of the request.')
    }
    return schools.find(({ ok }) => !ok) ?? schools[0]!
  }

  function findByName({ school }: Pick<SchoolOfEvent, 'school'>): Result<Config, string> {
    const index = names.indexOf(school ?? '')
    return schools[index] ?? fail(`META_SCHOOLS does not list the school "${school}".`)
  }
}

/** The pixel and the school that an event belongs to. */
export interface SchoolOfEvent {
  pixelId: string
  /** `Config.school` */
  school?: string | undefined
}

/** The configurations of several schools. The lists have the same order. */
interface ParsedSchools {
  names: string[]
  suffixes: string[]
  /** `undefined` for a list that is missing or malformed. */
  origins: (string[] | undefined)[]
  schools: Result<Config, string>[]
}

/**
 * Parses the configurations of several schools without logging.
 *
 * @param env For example `process.env`.
 * @returns The configuration of each school, or what to correct in it. The error concerns `META_SCHOOLS` itself.
 */
export function parseSchools(env: Environment): Result<ParsedSchools, string> {
  const names = (env['META_SCHOOLS'] ?? '').split(',').map((name) => name.trim())
  const suffixes = names.map(toSuffix)
  const isValid = names.every(isName) && new Set(suffixes).size === names.length
  if (!isValid) {
    return fail('META_SCHOOLS must be a comma-separated list of names such as polaris,north-star.')
  }

  const origins = suffixes.map((suffix) =>
    parseField('allowedOrigins', env[`META_ALLOWED_ORIGINS__${suffix}`] ?? ''),
  )
  const schools = names.map((name, index) => {
    const rival = origins.findIndex(
      (other, otherIndex) =>
        otherIndex !== index && other?.some((each) => origins[index]?.includes(each)),
    )
    if (rival < 0) return parseSchool(env, name, suffixes[index]!, origins[index])
    return fail(
      `META_ALLOWED_ORIGINS__${suffixes[index]} and META_ALLOWED_ORIGINS__${suffixes[rival]} list the same origin.`,
    )
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
  env: Environment,
  name: string,
  suffix: string,
  origins: string[] | undefined,
): Result<Config, string> {
  const isOwn = (variable: string): boolean =>
    OWN_VARIABLES.has(variable) || Boolean(env[`${variable}__${suffix}`]?.trim())
  const rename = (variable: string): string =>
    isOwn(variable) ? `${variable}__${suffix}` : variable
  const result = parseVariables(
    (variable) => (variable === 'META_SCHOOL' ? name : env[rename(variable)]),
    (variable) => (OWN_VARIABLES.has(variable) ? `${rename(variable)} is missing.` : undefined),
    rename,
  )
  // Otherwise, the pattern of another school, such as `*.network.example`, could match the visitors of this one.
  const hint = 'Until it can be read, origins such as *.school.example match for no school.'
  return origins || result.ok ? result : fail(`${result.error} ${hint}`)
}

/** Returns the names of all variables that are read for several schools. */
export function variablesOfSchools(suffixes: string[]): string[] {
  const variables = FIELD_NAMES.map(variableOf).filter((name) => name !== 'META_SCHOOL')
  const shared = variables.filter((name) => !OWN_VARIABLES.has(name))
  const own = variables.flatMap((name) => suffixes.map((suffix) => `${name}__${suffix}`))
  return ['META_SCHOOLS', ...shared, ...own]
}

function warnAboutUnread(env: Environment, suffixes: string[]): void {
  // The Node server reads META_QUEUE_FILE.
  const read = new Set([...variablesOfSchools(suffixes), 'META_QUEUE_FILE'])
  for (const name of Object.keys(env)) {
    if (!name.startsWith('META_') || read.has(name)) continue
    const hint = OWN_VARIABLES.has(name) ? ` Write ${name}__${suffixes[0]}, for example.` : ''
    console.warn(`${name} is not read, because META_SCHOOLS is set.${hint}`)
  }
}

/** Returns the patterns that match an origin: the origin, then `*.` and the domains above it, the longest first. */
function candidates(origin: string): string[] {
  // Longer hostnames do not exist, and would take quadratic time.
  const [, host = ''] = /^https:\/\/([^/]{1,253})$/.exec(origin) ?? []
  const labels = host.split('.')
  const domains = labels.map((_, index) => `*.${labels.slice(index + 1).join('.')}`)
  // Visitors can send a pattern as the origin.
  return origin.startsWith('*') ? [] : [origin, ...domains]
}

function fail(error: string): { ok: false; error: string } {
  return { ok: false, error }
}

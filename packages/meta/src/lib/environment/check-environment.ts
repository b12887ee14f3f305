import type { Finding } from '@conversion-capi/core/diagnostics'
import { type Config, DEFAULTS, type Environment, type Result } from '@conversion-capi/core'
import {
  ENV_NAMES,
  parseConfig,
  parseSchools,
  variablesOfSchools,
} from '@conversion-capi/core/environment'
import { distance } from 'fastest-levenshtein'

import { suggest } from '../terminal/did-you-mean.ts'
import { createFindings, error, info, placeOf, warning } from '../terminal/rules.ts'
import { LAST_DAYS, NEWEST_GRAPH_VERSION } from './graph-versions.ts'
import { CommandError, UsageError } from '../terminal/errors.ts'

export const ENVIRONMENT_RULES = {
  'env-not-set': info(
    'No variable of the proxy is set here.',
    'Set META_PIXEL_ID and META_ACCESS_TOKEN on your host. To test the values, run doctor with --env-file.',
  ),
  'env-problem': error('{problem}', 'Until then, the proxy responds "Server not configured".'),
  'env-unknown': warning('The variable {name} is not read.', 'Write {suggestion}.'),
  'env-pixel-id': error(
    'META_PIXEL_ID is not the pixel ID of school.config.ts.',
    'Set the same pixel ID in both, or the copies of an event count twice.',
  ),
  'env-build-only': error(
    'Netlify passes {name} to builds only, not to functions.',
    'Set it with "npx netlify env:set", and remove it here.',
  ),
  'env-token-in-settings': error(
    'The file contains the access token and is meant to be committed.',
    'Set it with "npx wrangler secret put META_ACCESS_TOKEN", and remove it here.',
  ),
  'graph-version-expired': warning(
    'The Graph API version {version} expired on {date}.',
    'Set META_GRAPH_VERSION={newest} on your host.',
  ),
  'graph-version-expiring': warning(
    'The Graph API version {version} expires on {date}.',
    'Set META_GRAPH_VERSION={newest} on your host.',
  ),
  'graph-version-unknown': info(
    'This tool does not know when the Graph API version {version} expires.',
    'See https://developers.facebook.com/docs/graph-api/changelog/versions.',
  ),
} as const

const finding = createFindings(ENVIRONMENT_RULES)

export interface SchoolConfig {
  /** The name in `META_SCHOOLS`, if there are several schools. */
  school?: string
  result: Result<Config, string>
}

export function readSchoolConfigs(env: Environment): SchoolConfig[] {
  if (!env['META_SCHOOLS']?.trim()) return [{ result: parseConfig(env) }]
  const parsed = parseSchools(env)
  if (!parsed.ok) return [{ result: parsed }]
  const { names, schools } = parsed.value
  return schools.map((result, index) => ({ result, school: names[index]! }))
}

/**
 * Checks the environment variables of the proxy: missing, malformed and misspelled ones, and the version of the Graph
 * API. The findings contain the names of variables and the version, no other values.
 */
export function* checkEnvironment(env: Environment, now: number): Generator<Finding> {
  const misspelled = findMisspelled(env)
  const isSet = Object.keys(env).some((name) => name.startsWith('META_') && env[name]?.trim())
  const configs = readSchoolConfigs(env)
  const isReported = (text: string): boolean =>
    configs.some(({ result }) => !result.ok && result.error.includes(text))
  // `parseConfig` knows more misspellings, such as FB_PIXEL_ID.
  const isMisspelled = isReported('Did you mean')
  if (!isSet && !isMisspelled && misspelled.length === 0) {
    // The host can have a newer version.
    yield finding('env-not-set', {}, {})
    return
  }
  for (const { result, school } of configs) {
    if (!result.ok) yield finding('env-problem', placeOf({ school }), { problem: result.error })
  }
  for (const name of misspelled) {
    if (isReported(`${name} is not read`)) continue
    yield finding('env-unknown', {}, { name, suggestion: suggest(name, readNames(env)) })
  }
  const versions = new Set(configs.map(({ result }) => graphVersionOf(result, env)))
  for (const version of versions) yield* checkGraphVersion(version, now)
}

function graphVersionOf(result: Result<Config, string>, env: Environment): string {
  if (result.ok) return result.value.graphVersion ?? DEFAULTS.graphVersion
  const text = env['META_GRAPH_VERSION']?.trim() ?? ''
  return /^v\d+\.\d+$/.test(text) ? text : DEFAULTS.graphVersion
}

const NOTICE_DAYS = 90

function* checkGraphVersion(version: string, now: number): Generator<Finding> {
  // Older than every version in the table.
  const isOld = Number(version.slice(1)) < 18
  if (!isOld && !Object.hasOwn(LAST_DAYS, version)) {
    yield finding('graph-version-unknown', {}, { version })
  }
  const date = isOld ? 'a day before 2026-01-26' : LAST_DAYS[version]
  if (date === undefined) return
  const days = isOld ? -1 : (Date.parse(date) - now) / 86_400_000
  if (days >= NOTICE_DAYS) return
  const code = days < 0 ? 'graph-version-expired' : 'graph-version-expiring'
  yield finding(code, {}, { version, date, newest: NEWEST_GRAPH_VERSION })
}

function readNames(env: Environment): string[] {
  const parsed = parseSchools(env)
  const isMany = env['META_SCHOOLS']?.trim() && parsed.ok
  const names = isMany ? variablesOfSchools(parsed.value.suffixes) : ENV_NAMES
  // The Node server reads META_QUEUE_FILE.
  return [...names, 'META_QUEUE_FILE']
}

function findMisspelled(env: Environment): string[] {
  const names = [...readNames(env), 'META_SCHOOLS']
  return Object.keys(env).filter((name) => {
    if (names.includes(name) || !/^\w{1,80}$/.test(name)) return false
    if (name.startsWith('META_')) return true
    return names.some((each) => distance(name.toUpperCase(), each) <= 2)
  })
}

export function findConfig(env: Environment, school: string | undefined): Config {
  const configs = readSchoolConfigs(env)
  const names = configs.flatMap((each) => each.school ?? [])
  if (names.length === 0 && school !== undefined) {
    throw new UsageError('META_SCHOOLS lists no schools. Remove --school.')
  }
  if (names.length > 0 && !names.includes(school ?? '')) {
    const problem =
      school === undefined
        ? 'META_SCHOOLS lists several schools'
        : `META_SCHOOLS does not list the school "${school}"`
    throw new UsageError(`${problem}. Write --school with ${suggest(school ?? '', names)}.`)
  }
  const { result } = configs.find((each) => each.school === school)!
  if (result.ok) return result.value
  throw new CommandError(
    `${result.error} Set the variables here, or pass a file with them: --env-file=.env.`,
  )
}

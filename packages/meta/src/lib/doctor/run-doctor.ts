import type { Finding } from '@conversion-capi/core/diagnostics'
import type { Config, Environment } from '@conversion-capi/core'

import { checkEnvironment, readSchoolConfigs } from '../environment/check-environment.ts'
import { comparePixelId, type Site } from '../environment/compare-pixel-id.ts'
import {
  describeFailure,
  failUnexpected,
  findStandIn,
  readGraph,
  warnAboutLiveUse,
} from '../graph/read-graph.ts'
import type { Client } from '../http/request.ts'
import { createFindings, type Place, placeOf, unverifiable, verified } from '../terminal/rules.ts'

export const DOCTOR_RULES = {
  'pixel-readable': verified('The access token can read the pixel …{digits}{name}.'),
  'pixel-matches': verified('META_PIXEL_ID is the pixel of school.config.ts.'),
  'pixel-unverifiable': unverifiable(
    'doctor cannot tell whether the pages use this pixel: {reason}.',
    'Compare META_PIXEL_ID with the pixel ID of the pages, or run doctor in the folder of their project.',
  ),
  'arrival-unverifiable': unverifiable(
    'doctor cannot tell whether events arrive; only real events can.',
    'Visit a page as a visitor, then look for the event in Events Manager, and run report after a few days.',
  ),
} as const

const finding = createFindings(DOCTOR_RULES)

/** Options of {@link runDoctor}. */
export interface DoctorOptions {
  /** For example `process.env`. */
  env: Environment
  /** Reads the project whose pixel ID is compared. @default none */
  readSite?: (() => Promise<Site>) | undefined
  /** Sends the request. @default globalThis.fetch */
  fetch?: typeof globalThis.fetch
  /** Time limit of the request in milliseconds. @default 10,000 */
  timeoutMs?: number
  /** Returns the current time in milliseconds. @default Date.now */
  now?: () => number
}

/**
 * Checks the configuration where the variables are: reads the environment, and reads the pixel from the Graph API. It
 * never sends an event.
 *
 * @returns The findings. They contain no access token.
 */
export async function runDoctor(options: DoctorOptions): Promise<Finding[]> {
  const { env, readSite, fetch = globalThis.fetch, timeoutMs = 10_000, now = Date.now } = options
  const findings = checkEnvironmentHere(env, now())
  const configs = readSchoolConfigs(env)
  for (const { result, school } of configs) {
    if (!result.ok) continue
    const place = placeOf({ school })
    findings.push(...findStandIn(result.value, place))
    findings.push(await readPixel(result.value, place, { fetch, timeoutMs }))
  }
  findings.push(...(await comparePixel(env, readSite)))
  if (configs.some(({ result }) => result.ok)) {
    findings.push(warnAboutLiveUse(), finding('arrival-unverifiable', {}, {}))
  }
  return findings
}

async function comparePixel(
  env: Environment,
  readSite: DoctorOptions['readSite'],
): Promise<Finding[]> {
  const site = await readSite?.().catch(() => undefined)
  const configs = readSchoolConfigs(env).filter(({ result }) => result.ok)
  if (!site) {
    const reason = readSite
      ? 'school.config.ts cannot be used, and check says why'
      : 'there is no school.config.ts in this folder'
    return configs.length === 0 ? [] : [finding('pixel-unverifiable', {}, { reason })]
  }
  const { findings, others } = comparePixelId(site, env)
  const reason = `its META_ALLOWED_ORIGINS lacks ${site.origin}, the origin of this project`
  return [
    ...findings,
    ...(findings.length === 0 && configs.length > others.length
      ? [finding('pixel-matches', {}, {})]
      : []),
    ...others.map((file) => finding('pixel-unverifiable', { file }, { reason })),
  ]
}

export function checkEnvironmentHere(env: Environment, now: number): Finding[] {
  return [...checkEnvironment(env, now)].map((each): Finding =>
    each.code === 'env-not-set' ? { ...each, level: 'error' } : each,
  )
}

/** @see https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/ */
async function readPixel(config: Config, place: Place, client: Client): Promise<Finding> {
  const { pixelId } = config
  const path = `${encodeURIComponent(pixelId)}?fields=id,name`
  const reading = await readGraph(config, path, client)
  if (reading.kind !== 'ok') return describeFailure(reading, config, place)
  const { id, name } = reading.body
  if (id !== pixelId) return describeFailure(failUnexpected(200), config, place)
  const values = { digits: pixelId.slice(-3), name: isPlain(name) ? ` (${name})` : '' }
  return finding('pixel-readable', place, values)
}

function isPlain(name: unknown): name is string {
  return typeof name === 'string' && /^[\p{L}\p{N} ._&'()-]{1,60}$/u.test(name)
}

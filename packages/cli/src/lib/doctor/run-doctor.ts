import type { Finding } from '@conversion-capi/content'
import { type Config, DEFAULTS, type Environment } from '@conversion-capi/core'

import { checkEnvironment, readSchoolConfigs } from '../environment/check-environment.ts'
import { createFindings, type Place } from '../output/rules.ts'
import { type PixelReading, readPixel } from './read-pixel.ts'

/** The findings of `doctor`, by code. The README lists them. */
export const DOCTOR_RULES = {
  'pixel-readable': {
    level: 'verified',
    message: 'The access token can read the pixel …{digits}{name}.',
    fix: '',
  },
  'token-broken': {
    level: 'error',
    message: 'Meta rejects the access token: {reason} (code {code}).',
    fix: 'Generate a new token in Events Manager and set META_ACCESS_TOKEN.',
  },
  'token-malformed': {
    level: 'error',
    message: 'META_ACCESS_TOKEN contains characters that no token has.',
    fix: 'Copy the token again, without quotes and spaces.',
  },
  'pixel-not-found': {
    level: 'error',
    message: 'Meta finds no pixel with the id in META_PIXEL_ID, or hides it from this token.',
    fix: 'Compare META_PIXEL_ID with Events Manager, and give the token access to this pixel.',
  },
  'pixel-not-readable': {
    level: 'unverifiable',
    message: 'Meta accepts the access token, but it may not read the pixel (code {code}).',
    fix: 'It can still be allowed to send events: see Events Manager after the first visits.',
  },
  'version-rejected': {
    level: 'error',
    message: 'Meta rejects the Graph API version {version} (code {code}).',
    fix: 'Set META_GRAPH_VERSION to a newer version.',
  },
  'graph-unavailable': {
    level: 'unverifiable',
    message: 'The Graph API is busy or unavailable (code {code}).',
    fix: 'Run doctor again later.',
  },
  'graph-unreachable': {
    level: 'error',
    message: 'The Graph API cannot be reached: {reason}.',
    fix: 'Check META_GRAPH_URL, and that this host may connect to {origin}.',
  },
  'graph-unexpected': {
    level: 'error',
    message:
      'The response of {origin} with status {status} is not one that the Graph API documents.',
    fix: 'Check META_GRAPH_URL.',
  },
  'graph-stand-in': {
    level: 'info',
    message: 'META_GRAPH_URL is set, so {origin} was asked instead of Meta.',
    fix: 'Unset it on the host that serves visitors.',
  },
  'never-tried-live': {
    level: 'info',
    message:
      'This request follows the documentation of Meta and was tried with the emulator, never with the live platform.',
    fix: 'If Meta and doctor disagree, trust Events Manager.',
  },
  'arrival-unverifiable': {
    level: 'unverifiable',
    message: 'Whether events arrive cannot be read: only real events show it.',
    fix: 'Visit a page as a visitor, then look for the event in Events Manager.',
  },
} as const

const finding = createFindings(DOCTOR_RULES)

/** Options of {@link runDoctor}. */
export interface DoctorOptions {
  /** For example `process.env`. */
  env: Environment
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
 * @param options The environment.
 * @returns The findings. They contain no access token.
 */
export async function runDoctor(options: DoctorOptions): Promise<Finding[]> {
  const { env, fetch = globalThis.fetch, timeoutMs = 10_000, now = Date.now } = options
  const findings = [...checkEnvironment(env, now())].map((each): Finding =>
    // Here the variables must be set.
    each.code === 'env-not-set' ? { ...each, level: 'error' } : each,
  )
  const configs = readSchoolConfigs(env)
  for (const { result, school } of configs) {
    if (!result.ok) continue
    const config = result.value
    const place = school === undefined ? {} : { file: school }
    const reading = await readPixel(config, { fetch, timeoutMs })
    findings.push(...describe(reading, config, place))
  }
  if (configs.some(({ result }) => result.ok)) {
    findings.push(finding('never-tried-live', {}, {}), finding('arrival-unverifiable', {}, {}))
  }
  return findings
}

const TOKEN_REASONS: Record<number, string> = {
  460: 'its owner has changed the password',
  463: 'it has expired',
  467: 'it is no longer valid',
}

function* describe(reading: PixelReading, config: Config, place: Place): Generator<Finding> {
  const {
    pixelId,
    graphUrl = DEFAULTS.graphUrl,
    graphVersion: version = DEFAULTS.graphVersion,
  } = config
  const { origin } = new URL(graphUrl)
  if (graphUrl !== DEFAULTS.graphUrl) yield finding('graph-stand-in', place, { origin })
  switch (reading.kind) {
    case 'readable': {
      const name = reading.name === undefined ? '' : ` (${reading.name})`
      yield finding('pixel-readable', place, { digits: pixelId.slice(-3), name })
      break
    }
    case 'token': {
      const { code, subcode = 0 } = reading
      const reason = TOKEN_REASONS[subcode] ?? 'it is malformed, expired or revoked'
      yield finding('token-broken', place, { reason, code: String(code) })
      break
    }
    case 'malformed-token':
      yield finding('token-malformed', place, {})
      break
    case 'pixel':
      yield finding('pixel-not-found', place, {})
      break
    case 'permission':
      yield finding('pixel-not-readable', place, { code: String(reading.code) })
      break
    case 'version':
      yield finding('version-rejected', place, { version, code: String(reading.code) })
      break
    case 'unavailable':
      yield finding('graph-unavailable', place, { code: String(reading.code) })
      break
    case 'unexpected':
      yield finding('graph-unexpected', place, { origin, status: String(reading.status) })
      break
    case 'unreachable':
      yield finding('graph-unreachable', place, { reason: reading.reason, origin })
  }
}

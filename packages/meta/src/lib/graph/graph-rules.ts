import type { Finding } from '@conversion-capi/core/diagnostics'
import { type Config, DEFAULTS } from '@conversion-capi/core'

import {
  createFindings,
  error,
  info,
  type Place,
  unverifiable,
  warning,
} from '../terminal/rules.ts'

export const GRAPH_RULES = {
  'token-broken': error(
    'Meta rejects the access token: {reason} (code {code}).',
    'Generate a new token in Events Manager and set META_ACCESS_TOKEN.',
  ),
  'token-malformed': error(
    'META_ACCESS_TOKEN contains characters that no token has.',
    'Copy the token again, without quotes and spaces.',
  ),
  'pixel-not-found': error(
    'Meta finds no pixel with the id in META_PIXEL_ID, or hides it from this token.',
    'Compare META_PIXEL_ID with Events Manager, and give the token access to this pixel.',
  ),
  'pixel-not-readable': unverifiable(
    'Meta accepts the access token, but it may not read the pixel (code {code}).',
    'It can still be allowed to send events: see Events Manager after the first visits.',
  ),
  'version-rejected': error(
    'Meta rejects the Graph API version {version} (code {code}).',
    'Set META_GRAPH_VERSION to a newer version.',
  ),
  'graph-unavailable': warning(
    'The Graph API is busy or unavailable (code {code}), so nothing was verified.',
    'Run the command again later.',
  ),
  'graph-unreachable': error(
    'The Graph API cannot be reached: {reason}.',
    'Check META_GRAPH_URL, and that this host may connect to {origin}.',
  ),
  'graph-unexpected': error(
    'The response of {origin} with status {status} is not one that the Graph API documents.',
    'Check META_GRAPH_URL.',
  ),
  'graph-stand-in': info(
    'META_GRAPH_URL is set, so the command queried {origin} instead of Meta.',
    'Unset it on the host that serves visitors.',
  ),
  'never-tried-live': info(
    'This command follows the documentation of Meta and was tried with the emulator, never with the live platform.',
    'If Meta and this command disagree, trust Events Manager.',
  ),
} as const

const finding = createFindings(GRAPH_RULES)

/** Why nothing could be read. It contains codes, but no other values of the response. */
export interface GraphFailure {
  kind: Exclude<keyof typeof GRAPH_RULES, 'graph-stand-in' | 'never-tried-live'>
  /** The code of the error, or the status of a response without one. */
  code: string
  reason: string
}

export function* findStandIn({ graphUrl }: Config, place: Place): Generator<Finding> {
  if (graphUrl === undefined || graphUrl === DEFAULTS.graphUrl) return
  yield finding('graph-stand-in', place, { origin: new URL(graphUrl).origin })
}

export function warnAboutLiveUse(): Finding {
  return finding('never-tried-live', {}, {})
}

export function describeFailure(
  { kind, code, reason }: GraphFailure,
  { graphUrl = DEFAULTS.graphUrl, graphVersion: version = DEFAULTS.graphVersion }: Config,
  place: Place,
): Finding {
  const { origin } = new URL(graphUrl)
  return finding(kind, place, { code, status: code, reason, version, origin })
}

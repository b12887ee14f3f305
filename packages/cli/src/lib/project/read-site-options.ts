import { isAbsolute, normalize } from 'node:path'

import { buildTracker } from '@conversion-capi/tracker'

import { CommandError } from '../report/command-error.ts'
import { didYouMean } from '../report/did-you-mean.ts'
import type { Finding } from '../report/finding.ts'
import { HOSTS, type SiteOptions } from './site-options.ts'

const FOLDERS = { pages: 'public', hostFiles: '.', output: 'dist' }

/** Where the options of the tracker are set that `site.tracker` does not have. */
const SET_ELSEWHERE = {
  name: 'Write the name as "tracker" in the description of the school.',
  endpoint: 'Write it as "endpoint" in the description of the school.',
  debug: 'Run "npx conversion-capi dev", which sets it.',
}

/**
 * Checks the export `site` of the configuration and adds its defaults.
 *
 * @param site The export.
 * @throws {CommandError} If a field is missing, unknown or unusable. Lists all of them.
 */
export function readSiteOptions(site: unknown): Required<SiteOptions> {
  const findings = [...findProblems(site)].map((message): Finding => ({
    level: 'error',
    file: 'school.config.ts',
    message,
  }))
  if (findings.length === 0) return { ...FOLDERS, tracker: {}, ...(site as SiteOptions) }
  throw new CommandError('school.config.ts has an unusable export "site".', findings)
}

function* findProblems(site: unknown): Generator<string> {
  if (typeof site !== 'object' || site === null) {
    return yield `site is missing. Write export const site = { host: "node", pixelId: "…" }.`
  }
  const known = ['host', 'pixelId', ...Object.keys(FOLDERS), 'tracker']
  for (const [name, value] of Object.entries(site)) {
    if (!known.includes(name)) {
      yield `site.${name} is unknown.${didYouMean(name, known) || ` The fields are ${known.join(', ')}.`}`
    } else if (name === 'tracker') {
      yield* findTrackerProblems(value)
    } else if (typeof value !== 'string') {
      yield `site.${name} is not a string. Write it in quotes.`
    } else if (name in FOLDERS && (isAbsolute(value) || normalize(value).startsWith('..'))) {
      yield `site.${name} is outside the project. Write a path relative to school.config.ts.`
    }
  }
  const { host, pixelId } = site as Partial<SiteOptions>
  if (!HOSTS.includes(host!)) {
    const hint = typeof host === 'string' ? didYouMean(host, HOSTS) : ''
    yield `site.host is not a known host.${hint || ` Write one of ${HOSTS.join(', ')}.`}`
  }
  if (typeof pixelId === 'string' && !/^\d+$/.test(pixelId)) {
    yield 'site.pixelId is not a pixel id. Write the digits that Meta shows for your pixel.'
  }
  if (pixelId === undefined) yield 'site.pixelId is missing. Write the id of your Meta pixel.'
}

function* findTrackerProblems(tracker: unknown): Generator<string> {
  if (typeof tracker !== 'object' || tracker === null || Array.isArray(tracker)) {
    return yield 'site.tracker is not an object. Write options such as { exclude: ["/student"] }.'
  }
  for (const [name, advice] of Object.entries(SET_ELSEWHERE)) {
    if (name in tracker) return yield `site.tracker.${name} is unknown. ${advice}`
  }
  try {
    buildTracker({ ...tracker, name: 'site' })
  } catch (error) {
    yield `site.tracker: ${(error as Error).message}`
  }
}

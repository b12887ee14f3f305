import type { Finding } from '@conversion-capi/core/diagnostics'
import type { Config, Environment } from '@conversion-capi/core'
import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

import { checkEnvironmentHere } from '../doctor/run-doctor.ts'
import { readSchoolConfigs } from '../environment/check-environment.ts'
import {
  describeFailure,
  failUnexpected,
  findStandIn,
  type GraphFailure,
  type GraphReading,
  readGraph,
  warnAboutLiveUse,
} from '../graph/read-graph.ts'
import type { Client } from '../http/request.ts'
import { formatCount } from '../terminal/format-count.ts'
import { createFindings, error, type Place, placeOf, warning } from '../terminal/rules.ts'
import { countOwnEvents, type OwnEvents } from './count-own-events.ts'
import {
  describeVerdict,
  type EventReport,
  type PixelReadings,
  type Verdict,
} from './describe-verdict.ts'
import {
  parseCounts,
  type Parsed,
  parseQuality,
  parseTime,
  QUALITY_FIELDS,
  sumCounts,
} from './parse-readings.ts'

const PERMISSIONS =
  'In the settings of the Meta business, give the system user of the token "Use events dataset" for this dataset, and generate a token with the permissions ads_read and business_management.'

export const REPORT_RULES = {
  'report-not-permitted': error(
    'The access token may read nothing about the pixel (code {code}).',
    PERMISSIONS,
  ),
  'part-not-permitted': error(
    'The access token may not read {part} (code {code}), so the report leaves it out.',
    PERMISSIONS,
  ),
  'part-missing': error('Meta did not return {part}: {reason}.', 'Run report again later.'),
  'part-unexpected': warning(
    'The response for {part} has {count} with an unknown form, which the report leaves out.',
    'Compare the report with Events Manager.',
  ),
} as const

const finding = createFindings(REPORT_RULES)

/** What Meta says about a pixel. */
export interface PixelReport extends PixelReadings {
  /** Whether it works, in words. */
  verdict: Verdict
  /** The name in `META_SCHOOLS`, if there are several schools. */
  school?: string
  /** The name of the pixel. */
  name?: string
  /** The start of the period of the counts, in milliseconds. */
  from: number
  /** What the school's own servers sent, if logs were passed. */
  own?: OwnEvents
  /** The events with the most first. */
  events: EventReport[]
}

/** Options of {@link runReport}. */
export interface ReportOptions {
  /** For example `process.env`. */
  env: Environment
  /** Sends the requests. @default globalThis.fetch */
  fetch?: typeof globalThis.fetch
  /** Time limit of each request in milliseconds. @default 30,000 */
  timeoutMs?: number
  /** Returns the current time in milliseconds. @default Date.now */
  now?: () => number
  /** The paths of the hosts' logs, which show what the school's own servers sent. @default [] */
  logs?: string[]
}

const NOTHING_READ =
  'Not known: Meta returned nothing about the pixel. Ask whoever manages your site to correct the error below. If the site uses the same access token and pixel ID, it may send nothing either.'

/** Meta returns counts of up to seven days. */
const PERIOD_MS = 7 * 86_400_000

/**
 * Reads what Meta says about the events of each school: the quality of the data, the counts of the last seven days, and
 * when the pixel last fired. It sends only GET requests.
 *
 * @returns The reports, a sentence for each pixel without a report, and what could not be read. They contain no access token.
 */
export async function runReport(
  options: ReportOptions,
): Promise<{ pixels: PixelReport[]; unread: string[]; findings: Finding[] }> {
  const { env, fetch = globalThis.fetch, timeoutMs = 30_000, now = Date.now } = options
  const findings = checkEnvironmentHere(env, now())
  const pixels: PixelReport[] = []
  const unread: string[] = []
  const configs = readSchoolConfigs(env)
  for (const { result, school } of configs) {
    if (!result.ok) continue
    const place = placeOf({ school })
    findings.push(...findStandIn(result.value, place))
    const { pixelId } = result.value
    const own = await countOwnEvents(options.logs ?? [], pixelId, school)
    const client = { fetch, timeoutMs, own }
    const read = await readPixelReport(result.value, place, client, now())
    findings.push(...read.findings)
    if (read.report) pixels.push({ ...(school !== undefined && { school }), ...read.report })
    else unread.push(`${school === undefined ? '' : `${school}: `}${NOTHING_READ}`)
  }
  if (configs.some(({ result }) => result.ok)) findings.push(warnAboutLiveUse())
  return { pixels, unread, findings }
}

const PARTS = {
  pixel: 'the name of the pixel and when it last fired',
  quality: 'the dataset quality',
  browser: 'the number of events from browsers',
  server: 'the number of events from the server',
} as const

type Part = keyof typeof PARTS

const REJECTED = ['token-broken', 'token-malformed', 'version-rejected']

/** With these, the other requests would fail too. */
const FINAL: ReadonlySet<string> = new Set([...REJECTED, 'graph-unreachable'])

async function readPixelReport(
  config: Config,
  place: Place,
  client: Client & { own?: OwnEvents | undefined },
  now: number,
): Promise<{ report?: PixelReport; findings: Finding[] }> {
  const id = encodeURIComponent(config.pixelId)
  const from = now - PERIOD_MS
  const stats = `${id}/stats?aggregation=event&start_time=${Math.ceil(from / 1000)}&end_time=${Math.floor(now / 1000)}`
  const paths: Record<Part, string> = {
    pixel: `${id}?fields=id,name,last_fired_time`,
    quality: `dataset_quality?dataset_id=${id}&fields=${encodeURIComponent(QUALITY_FIELDS)}`,
    browser: `${stats}&event_source=WEB_ONLY`,
    server: `${stats}&event_source=SERVER_ONLY`,
  }
  const bodies: Partial<Record<Part, JsonObject>> = {}
  const failures: [Part, GraphFailure][] = []
  for (const part of Object.keys(PARTS) as Part[]) {
    let reading = await readPages(config, paths[part], client)
    if (part === 'pixel' && reading.kind === 'ok' && reading.body['id'] !== config.pixelId) {
      reading = failUnexpected(200)
    }
    if (reading.kind === 'ok') bodies[part] = reading.body
    else if (FINAL.has(reading.kind) && Object.keys(bodies).length === 0) {
      return { findings: [describeNothing(reading, config, place)] }
    } else failures.push([part, reading])
  }
  if (Object.keys(bodies).length === 0) {
    return { findings: [describeNothing(failures[0]![1], config, place)] }
  }
  const findings = failures.map(([part, failure]) => describePart(PARTS[part], failure, place))
  return { report: assemble(), findings }

  function assemble(): PixelReport {
    const { name, last_fired_time: lastFired } = bodies.pixel ?? {}
    const quality = bodies.quality && accept('quality', parseQuality(bodies.quality))
    const browser = bodies.browser && accept('browser', parseCounts(bodies.browser))
    const server = bodies.server && accept('server', parseCounts(bodies.server))
    const names = new Set(
      [quality, browser, server].flatMap((each) => (each ?? []).map(({ name: event }) => event)),
    )
    const events = [...names]
      .map((event): EventReport => ({
        ...quality?.find((each) => each.name === event),
        name: event,
        ...(browser && { browser: sumCounts(browser, event) }),
        ...(server && { server: sumCounts(server, event) }),
      }))
      .toSorted((a, b) => total(b) - total(a) || a.name.localeCompare(b.name, 'en'))
    const digits = config.pixelId.slice(-3)
    const fired = bodies.pixel && { lastFired: readLastFired(lastFired) }
    const hours = { ...(browser && { browser }), ...(server && { server }) }
    const unread = failures.map(([part]) => PARTS[part])
    const { own } = client
    return {
      verdict: describeVerdict({ digits, events, hours, own, unread, to: now, ...fired }),
      digits,
      ...(typeof name === 'string' && { name }),
      ...fired,
      from,
      to: now,
      hours,
      ...(own && { own }),
      events,
    }
  }

  function accept<Value>(part: Part, { value, ignored }: Parsed<Value>): Value {
    if (ignored > 0) {
      const values = { part: PARTS[part], count: formatCount(ignored, 'value') }
      findings.push(finding('part-unexpected', place, values))
    }
    return value
  }
}

/** Reads a list of at most 168 hours, which may have several pages. Other responses have one page. */
async function readPages(config: Config, path: string, client: Client): Promise<GraphReading> {
  const reading = await readGraph(config, path, client)
  let page = reading
  for (let pages = 1; page.kind === 'ok' && isJsonObject(page.body['paging']); pages += 1) {
    const { next, cursors } = page.body['paging']
    const after = isJsonObject(cursors) ? cursors['after'] : undefined
    if (next === undefined || typeof after !== 'string' || pages === MAX_PAGES) break
    page = await readGraph(config, `${path}&after=${encodeURIComponent(after)}`, client)
    if (page.kind !== 'ok' || reading.kind !== 'ok') return page
    const data = [reading.body['data'], page.body['data']].flat()
    reading.body = { ...reading.body, data, paging: page.body['paging'] as JsonObject }
  }
  return reading
}

const MAX_PAGES = 50

/** Meta returns the start of 1970, or no time, if the pixel has never fired. */
function readLastFired(value: unknown): number | null {
  const ms = parseTime(value) ?? 0
  return ms > 0 ? ms : null
}

function total({ browser = 0, server = 0 }: EventReport): number {
  return browser + server
}

/** Without a reading there is no report, so the command fails. */
function describeNothing(failure: GraphFailure, config: Config, place: Place): Finding {
  return failure.kind === 'pixel-not-readable'
    ? finding('report-not-permitted', place, { code: failure.code })
    : { ...describeFailure(failure, config, place), level: 'error' }
}

function describePart(part: string, { kind, code, reason }: GraphFailure, place: Place): Finding {
  // Meta also responds with the second one if the token has no access to the dataset.
  if (kind === 'pixel-not-readable' || kind === 'pixel-not-found') {
    return finding('part-not-permitted', place, { part, code })
  }
  const isRejected = REJECTED.includes(kind)
  return finding('part-missing', place, {
    part,
    reason: isRejected ? 'it rejects the access token or the version' : reason,
  })
}

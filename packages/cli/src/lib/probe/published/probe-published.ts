import type { Finding } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { type Client, unique } from '@conversion-capi/meta/terminal'
import { PLATFORMS } from '@conversion-capi/tracker'

import { createSiteReader, isSameSite } from '../../http/site-reader.ts'
import type { Project } from '../../project/load-project.ts'
import { PLATFORM_EVENTS } from '../../site/known-scripts.ts'
import { findFrames } from '../../site/page-roles.ts'
import { renderSite } from '../../site/render-site.ts'
import type { Site } from '../../site/site.ts'
import { probeCrawlers } from '../probe-crawlers.ts'
import {
  isOfProxy,
  probeConfiguration,
  probeCounterpart,
  probePreflight,
} from '../probe-endpoint.ts'
import { finding } from '../probe-rules.ts'
import { endpointOf, type LoadedTracker } from '../probe-script.ts'
import { checkLine } from './check-line.ts'
import { findLines, findTrackers, type Line } from './find-line.ts'
import { readSitePages, type SitePage } from './read-site-pages.ts'

/**
 * Checks pages that a site builder serves: the line in each of them, the tracker, and the preflight of the endpoint.
 *
 * @param project The project that serves the tracker and the endpoint, if it is known.
 * @throws {CommandError} If the home page cannot be read.
 */
export async function probePublished(
  client: Client,
  named: string,
  project: Project | undefined,
  now: () => number,
): Promise<Finding[]> {
  const reader = createSiteReader(client, new URL(named))
  const { pages, findings } = await readSitePages(reader, named, now)
  const { origin } = new URL(pages[0]!.url)
  const deployment = project && (await describeDeployment(project))
  const { trackers, unread } = await findTrackers(client, pages, deployment?.trackerUrl)
  const [expected] = trackers.keys()
  const site = createSite(origin, pages, trackers, project)
  const found = pages.map((page) => ({ page, lines: findLines(page, trackers) }))
  const inPages = found.flatMap(({ page, lines }) => [...checkLine(site, page, lines, expected)])
  const lines = found
    .flatMap((each) => each.lines)
    .sort((a, b) => Number(b.tracker.url === expected) - Number(a.tracker.url === expected))
  const total = String(pages.length)
  const atEndpoint = await probeLineEndpoint(client, origin, lines, deployment?.endpoint)
  const disagrees = atEndpoint.some(({ code }) => code === 'script-disagrees')
  const { url } = project?.site.builder ?? {}
  const isMoved = url !== undefined && !isSameSite(new URL(url), new URL(origin))
  return unique([
    ...(isMoved ? [finding('site-moved', { file: origin }, { found: url })] : []),
    ...countLines(origin, pages, inPages, expected),
    ...(lines.length === 0 ? missLine(origin, unread, total) : []),
    ...inPages.filter(({ code }) => lines.length > 0 || code !== 'tracker-missing'),
    ...findings,
    ...(await probeCrawlers(client, reader, pages[0]!.url)),
    ...[...trackers.values()].flatMap((each) => checkScript(each, deployment, disagrees)),
    ...atEndpoint,
    finding('arrival-unverifiable', {}, {}),
  ])
}

/** A script that cannot be loaded could be the tracker. */
function missLine(file: string, unread: LoadedTracker[], total: string): Finding[] {
  return unread.length === 0
    ? [finding('line-nowhere', { file }, { total })]
    : unread.map(({ url, reason = '' }) => finding('line-unread', { file: url }, { reason }))
}

type Deployment = Awaited<ReturnType<typeof describeDeployment>>

async function describeDeployment(project: Project) {
  const { school } = project
  const { tracker } = await renderSite(project)
  return {
    trackerUrl: school.url + tracker.path,
    endpoint: endpointOf(project, school.url),
    code: Buffer.from(tracker.body).toString(),
  }
}

function createSite(
  origin: string,
  pages: SitePage[],
  trackers: Map<string, LoadedTracker>,
  project: Project | undefined,
): Site {
  const [first] = trackers.values()
  const attributes = pages.flatMap(({ elements }) => elements.map(({ properties }) => properties))
  const named = attributes.find(({ dataName }) => typeof dataName === 'string')?.['dataName']
  const [, path] = /\/([\w$]+)\.js$/.exec(first?.url ?? '') ?? []
  const texts = first && !first.isReady ? first.texts : []
  return {
    origin,
    tracker: {
      name: project?.school.tracker ?? String(named ?? path ?? 'tracker'),
      platform: PLATFORMS.filter((name) => texts.some((text) => PLATFORM_EVENTS[name].test(text))),
      ...(texts.includes('wait') && { consent: 'wait' }),
    },
    pages,
    trackerUrls: new Set(trackers.keys()),
    frames: findFrames(origin, pages),
  }
}

function countLines(
  origin: string,
  pages: SitePage[],
  findings: Finding[],
  src: string | undefined,
): Finding[] {
  const wrong = findings.filter(({ code }) =>
    /^line-|^tracker-(?:missing|twice)$|^page-unreadable$/.test(code ?? ''),
  )
  const count = pages.length - new Set(wrong.map(({ file }) => file)).size
  if (src === undefined || count === 0) return []
  const values = { count: String(count), total: String(pages.length), src }
  return [finding('line-verified', { file: origin }, values)]
}

function checkScript(
  { url, code, reason }: LoadedTracker,
  deployment: Deployment | undefined,
  disagrees: boolean,
): Finding[] {
  const place = { file: url }
  if (reason !== undefined) return [finding('script-unreachable', place, { reason })]
  if (!deployment) return [finding('script-unverifiable', place, {})]
  // Reported in the pages, or at the endpoint.
  if (url !== deployment.trackerUrl || disagrees) return []
  return [finding(code === deployment.code ? 'script-current' : 'script-outdated', place, {})]
}

/** Without a project, requests the endpoint in the lines, or the usual path if only this is a proxy. */
async function probeLineEndpoint(
  client: Client,
  origin: string,
  lines: Line[],
  expected: string | undefined,
): Promise<Finding[]> {
  const [first] = lines
  const endpoint = expected ?? (first && (await findEndpoint(client, origin, first)))
  if (endpoint === undefined) return []
  const results = lines.flatMap(({ page, tracker, endpoint: found = endpoint }) => {
    if (found === endpoint) return []
    return tracker.isReady
      ? finding('line-endpoint', { file: page.url }, { found, expected: endpoint })
      : finding('script-disagrees', { file: tracker.url }, { endpoint })
  })
  const target = { client, endpoint, origin }
  const preflight = await probePreflight(target)
  results.push(...preflight)
  if (isOfProxy(preflight)) results.push(...(await probeConfiguration(target)))
  return [...results, ...(await probeCounterpart(target))]
}

async function findEndpoint(client: Client, origin: string, line: Line): Promise<string> {
  const usual = new URL(CONVERSION_PATH, line.tracker.url).href
  const { endpoint: named = usual } = line
  if (usual === named || (await isProxy(client, named, origin))) return named
  return (await isProxy(client, usual, origin)) ? usual : named
}

async function isProxy(client: Client, endpoint: string, origin: string): Promise<boolean> {
  return isOfProxy(await probePreflight({ client, endpoint, origin }))
}

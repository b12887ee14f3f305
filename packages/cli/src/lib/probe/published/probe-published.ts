import type { Finding } from '@conversion-capi/content'
import { PLATFORMS } from '@conversion-capi/tracker'

import { PLATFORM_EVENTS } from '../../site/known-scripts.ts'
import type { Site } from '../../site/site.ts'
import type { Client } from '../../http/request.ts'
import { createSiteReader, isSameSite } from '../../http/site-reader.ts'
import { groupFindings, unique } from '../../output/command-result.ts'
import type { Project } from '../../project/load-project.ts'
import { findFrames, partPaths } from '../../site/page-roles.ts'
import { renderSite } from '../../site/render-site.ts'
import { probeCrawlers } from '../probe-crawlers.ts'
import { finding } from '../probe-rules.ts'
import { endpointOf } from '../probe-script.ts'
import { checkLine } from './check-line.ts'
import { findLines, findTrackers, isReadyScript, type LoadedTracker } from './find-line.ts'
import { probeLineEndpoint } from './probe-line-endpoint.ts'
import { readSitePages, type SitePage } from './read-site-pages.ts'

/** What {@link probePublished} probes. */
export interface PublishedSite {
  /** The origin of the pages. */
  origin: string
  /** The project that serves the tracker and the endpoint, if it is known. */
  project?: Project | undefined
}

/** What a project says about its deployment. */
interface Deployment {
  trackerUrl: string
  endpoint: string
  /** The content of the tracker. */
  code: string
}

/**
 * Checks pages that a site builder serves: the line in each of them, the tracker, and the preflight of the endpoint.
 *
 * @param now Returns the current time in milliseconds.
 * @throws {CommandError} If the home page cannot be read.
 */
export async function probePublished(
  client: Client,
  { origin: named, project }: PublishedSite,
  now: () => number,
): Promise<Finding[]> {
  const reader = createSiteReader(client, new URL(named))
  const { pages, findings } = await readSitePages(reader, named, now)
  const { origin } = new URL(pages[0]!.url)
  const deployment = project && (await describeDeployment(project))
  const trackers = await findTrackers(client, pages, deployment?.trackerUrl)
  const site = createSite(origin, pages, trackers, project)
  const lines = findLines(site, pages, trackers)
  const inPages = pages.flatMap((page) => [...checkLine(site, page, trackers)])
  const total = String(pages.length)
  const atEndpoint = await probeLineEndpoint(client, origin, lines, deployment?.endpoint)
  const disagrees = atEndpoint.some(({ code }) => code === 'script-disagrees')
  const { url } = project?.site.builder ?? {}
  const isMoved = url !== undefined && !isSameSite(new URL(url), new URL(origin))
  return unique([
    ...(isMoved ? [finding('site-moved', { file: origin }, { found: url })] : []),
    ...countLines(origin, pages, inPages, trackers),
    ...(lines.length === 0 ? [finding('line-nowhere', { file: origin }, { total })] : []),
    ...groupFindings(
      inPages.filter(({ code }) => lines.length > 0 || code !== 'tracker-missing'),
      'pages',
    ),
    ...findings,
    ...(await probeCrawlers(client, reader, [pages[0]!.url])),
    ...[...trackers.values()].flatMap((each) => checkScript(each, deployment, disagrees)),
    ...groupFindings(unique(atEndpoint), 'pages'),
    finding('arrival-unverifiable', {}, {}),
  ])
}

async function describeDeployment(project: Project): Promise<Deployment> {
  const { school } = project
  const { tracker } = await renderSite(project)
  return {
    trackerUrl: school.url + tracker.path,
    endpoint: endpointOf(school, school.url),
    code: Buffer.from(tracker.body).toString(),
  }
}

/** Describes the site for the checks. Options of the tracker that they cannot know from outside are left out. */
function createSite(
  origin: string,
  pages: SitePage[],
  trackers: Map<string, LoadedTracker>,
  project: Project | undefined,
): Site {
  const [url = ''] = trackers.keys()
  const attributes = pages.flatMap(({ elements }) => elements.map(({ properties }) => properties))
  const named = attributes.find(({ dataName }) => typeof dataName === 'string')?.['dataName']
  const [, path] = /\/([\w$]+)\.js$/.exec(url) ?? []
  const frames = findFrames(origin, pages)
  const [first] = trackers.values()
  const texts = first && !isReadyScript(first) ? first.texts : []
  const platform = PLATFORMS.filter((name) =>
    texts.some((text) => PLATFORM_EVENTS[name].test(text)),
  )
  return {
    origin,
    tracker: {
      name: project?.school.tracker ?? String(named ?? path ?? 'tracker'),
      platform,
      ...(texts.includes('wait') && { consent: 'wait' }),
    },
    pages,
    trackerUrls: new Set(trackers.keys()),
    frames,
    parts: partPaths(pages, frames),
  }
}

/** Counts the pages in which the line is right. */
function countLines(
  origin: string,
  pages: SitePage[],
  findings: Finding[],
  trackers: Map<string, LoadedTracker>,
): Finding[] {
  const [src] = trackers.keys()
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

import type { Finding } from '@conversion-capi/content'
import { serveResources } from '@conversion-capi/content/serve'
import {
  type Client,
  CommandError,
  request,
  showValue,
  UsageError,
} from '@conversion-capi/meta/terminal'

import { endpointOf, type FrameworkSettings } from '../framework/framework-settings.ts'
import { settingsOf } from '../framework/read-settings.ts'
import { findOwn } from '../framework/site-files.ts'
import { connect, findRedirect } from '../http/connect.ts'
import { createSiteReader, isSameSite } from '../http/site-reader.ts'
import { DEV_PATHS } from '../dev/dev-script.ts'
import { CONFIG_FILE } from '../project/project-folders.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { allFiles, renderSite } from '../site/render-site.ts'
import { probeCrawlers } from './probe-crawlers.ts'
import { probeCounterpart, probeEndpoint } from './probe-endpoint.ts'
import { type ExpectedFiles, probeFiles } from './probe-files.ts'
import { probeRoutes } from './probe-routes.ts'
import { finding } from './probe-rules.ts'

/** Options of {@link probeSite}. */
export interface ProbeSiteOptions {
  /** The origin of the deployment: `https://school.example`. */
  origin: string
  /** The folder of the project that was deployed. @default the current folder */
  dir?: string
  /** Sends the requests. @default globalThis.fetch */
  fetch?: typeof globalThis.fetch
  /** Time limit of one request in milliseconds. @default 10,000 */
  timeoutMs?: number
}

/**
 * Checks a deployment from outside: every file against the build, the routes of the host, and the endpoint.
 *
 * It never sends a valid event. Every request to the endpoint is one that the proxy rejects, and after the first
 * unexpected response, no further request is sent to it.
 *
 * @returns The findings: what was verified, what is wrong, and what cannot be verified from outside.
 * @throws {UsageError} If the origin is not a URL.
 * @throws {CommandError} If there is no project, its pages are elsewhere, or the origin does not respond.
 */
export async function probeSite(options: ProbeSiteOptions): Promise<Finding[]> {
  const { dir = '.', timeoutMs = 10_000 } = options
  const origin = parseOrigin(options.origin)
  const project = await loadProject(dir)
  const { school, site } = project
  rejectPages(origin, project)
  const client: Client = { fetch: withUserAgent(options.fetch ?? globalThis.fetch), timeoutMs }
  const settings = await settingsOf(project)
  const expected = await renderExpected(project, origin, settings)
  await connect(client, origin, school.url)
  await rejectDev(client, origin)

  const endpoint = endpointOf(project, origin, settings)
  const reader = createSiteReader(client, new URL(origin))
  const read = ['/', '/for-llm/'].filter((path) =>
    expected.files.some((each) => each.path === path),
  )
  const crawl = (path: string) => probeCrawlers(client, reader, origin + path)
  const target = { client, endpoint, origin: site.builder?.url ?? origin }
  return [
    ...(await probeMove(client, origin, school.url)),
    ...(await probeFiles(client, expected)),
    ...(await probeRoutes(client, expected, site)),
    ...(await Promise.all(read.map(crawl))).flat(),
    ...(await probeEndpoint(target)),
    // Pages of a site builder are probed at their own origin.
    ...(site.builder ? [] : await probeCounterpart(target)),
    ...(site.framework ? [finding('pages-unverifiable', {}, { origin })] : []),
    finding('arrival-unverifiable', {}, {}),
  ]
}

/** The pages of a site builder are no part of the deployment. */
function rejectPages(origin: string, { school, site: { builder } }: Project): void {
  if (!builder || origin === school.url || !isSameSite(new URL(builder.url), new URL(origin)))
    return
  throw new CommandError(
    `A site builder serves the pages of ${origin}. Run visit ${origin}, and probe ${school.url}.`,
  )
}

/** The pages, the sitemap and the tracker name the URL of the description. */
async function probeMove(client: Client, origin: string, url: string): Promise<Finding[]> {
  if (origin === url || isLocal(origin)) return []
  // The old hostname can be gone.
  const target = await findRedirect(client, url).catch(() => {})
  return target?.origin !== origin
    ? []
    : [finding('url-moved', { file: CONFIG_FILE }, { url, origin })]
}

function withUserAgent(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    if (!headers.has('User-Agent')) headers.set('User-Agent', 'conversion-capi-probe')
    return fetch(input, { ...init, headers })
  }
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `${showValue(text)} is not an origin. Write the scheme and the hostname, such as https://school.example.`,
    )
  }
  if (url.pathname !== '/') {
    throw new UsageError(
      `The URL has a path, but robots.txt and the endpoint are at the root. Write the origin of this site, without a path; ${url.host} can be of another site.`,
    )
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError(
      `The URL has more than a scheme and a hostname. Write only the origin, ${url.origin}.`,
    )
  }
  return url.origin
}

async function renderExpected(
  project: Project,
  origin: string,
  settings: FrameworkSettings,
): Promise<ExpectedFiles> {
  const rendered = await renderSite(project)
  const { twins, tracker, resources } = rendered
  const files = allFiles(rendered).filter(
    ({ path }) => !project.site.framework || !findOwn(settings, path),
  )
  // Servers of frameworks send other headers.
  const generated = project.site.framework ? [] : [...twins, tracker, ...resources]
  return {
    origin,
    files,
    generated: new Set(generated.map(({ path }) => path)),
    serve: serveResources([...files, ...rendered.fallback]),
  }
}

/** The pages of `dev` contain its script and the pixel of the emulator, so every file would differ. */
async function rejectDev(client: Client, origin: string): Promise<void> {
  if (!isLocal(origin)) return
  const response = await request(client, origin + DEV_PATHS.script)
  if (response.reason !== undefined || response.status !== 200) return
  if (!response.headers.get('Content-Type')?.startsWith('text/javascript')) return
  throw new CommandError(
    `${origin} is the server of "conversion-capi dev", whose pages differ from the build. Start the build, and run probe with its origin.`,
  )
}

function isLocal(origin: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import type { ServedResource } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import {
  checkEnvironment,
  type Environment,
  readSchoolConfigs,
} from '../environment/check-environment.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import type { Finding } from '../report/finding.ts'
import { readFiles } from '../site/read-files.ts'
import { renderSite } from '../site/render-site.ts'
import { checkCalls } from './check-calls.ts'
import { checkDeclarative } from './check-declarative.ts'
import { checkPageScripts } from './check-page-scripts.ts'
import { checkPixel } from './check-pixel.ts'
import { finding } from './check-rules.ts'
import { checkIgnored, checkSecrets } from './check-secrets.ts'
import { checkTrackerScript } from './check-tracker-script.ts'
import { checkCsp, type HostSettings } from './csp/check-csp.ts'
import { HOST_SETTINGS, readHostHeaders } from './csp/read-host-headers.ts'
import { type Page, parsePage, readScript } from './page.ts'
import type { Site } from './site.ts'

/** Options of {@link checkSite}. */
export interface CheckSiteOptions {
  /** The folder of the project. @default '.' */
  dir?: string
  /** The environment variables. Those in the project's `.env` are added. @default {} */
  env?: Environment
  /** Returns the current time in milliseconds. @default Date.now */
  now?: () => number
}

/**
 * Checks a project without a network: the tracker and the pixel in every page, the events in scripts and HTML, content
 * security policies, the generated files, the environment, and that no token is published.
 *
 * @param options The project.
 * @returns The findings. They contain no token and no personal data.
 * @throws {CommandError} If the project cannot be loaded.
 */
export async function checkSite(options: CheckSiteOptions = {}): Promise<Finding[]> {
  const { dir = '.', now = Date.now } = options
  const project = await loadProject(dir)
  const { root } = project
  const files = await readFiles(root, project.site.pages)
  const env = { ...(await readEnvFile(root)), ...options.env }
  const settings = await readSettings(project)
  const site = createSite(project, files)

  const findings = new Map<string, Finding>()
  const add = (found: Iterable<Finding>): void => {
    // Two pages can load the same script.
    for (const each of found) findings.set(JSON.stringify(each), each)
  }
  if (site.pages.length === 0) add([finding('no-pages', { file: project.site.pages }, {})])
  for (const page of site.pages) add(checkPage(site, page, settings))
  for (const script of site.scripts.values()) add(checkCalls(site, script))
  add(settings.flatMap(({ problem }) => problem ?? []))
  for (const file of files.filter(isText)) {
    add(checkSecrets(fileOf(project, file), decode(file), env['META_ACCESS_TOKEN']))
  }
  add(await checkContent(project, new Date(now()).toISOString().slice(0, 10)))
  for await (const each of checkIgnored(root)) add([each])
  add(checkEnvironment(env, now()))
  add(checkPixelId(project, env))
  return [...findings.values()]
}

function* checkPage(site: Site, page: Page, settings: HostSettings[]): Generator<Finding> {
  if (page.isTooDeep) {
    yield finding('page-too-deep', { file: page.file }, {})
    return
  }
  yield* checkTrackerScript(site, page)
  yield* checkPageScripts(site, page)
  yield* checkDeclarative(site, page)
  yield* checkPixel(site, page)
  yield* checkCsp(site, page, settings)
}

function createSite(project: Project, files: ServedResource[]): Site {
  const { school, site } = project
  const pages = files.filter((file) => isHtml(file) && isPage(file))
  const scripts = files.filter(
    ({ path, contentType }) => isScript(contentType) && path !== `/${school.tracker}.js`,
  )
  return {
    origin: school.url,
    endpoint: school.endpoint ?? school.url + CONVERSION_PATH,
    tracker: { name: school.tracker },
    pixelId: site.pixelId,
    countryCode: /^\+(\d{1,3})/.exec(school.contacts.phone ?? '')?.[1] ?? '48',
    pages: pages.map((file) => parsePage(fileOf(project, file), file.path, decode(file))),
    scripts: new Map(
      scripts.map((file) => [
        file.path,
        readScript(decode(file), { file: fileOf(project, file), isEarly: false }),
      ]),
    ),
  }
}

/** The files with which search engines verify the owner of a site have no elements. */
function isPage(file: ServedResource): boolean {
  return /<\w/.test(decode(file))
}

function isHtml({ contentType }: ServedResource): boolean {
  return contentType.startsWith('text/html')
}

function isScript(contentType: string): boolean {
  return contentType.startsWith('text/javascript')
}

function isText({ contentType }: ServedResource): boolean {
  return /^text\/|json|xml|octet-stream/.test(contentType)
}

function decode({ body }: ServedResource): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

/** Returns the file, relative to the project. */
function fileOf({ site }: Project, { path }: ServedResource): string {
  return `${site.pages}${decodeURIComponent(path)}${path.endsWith('/') ? 'index.html' : ''}`
}

async function checkContent(project: Project, today: string): Promise<Finding[]> {
  try {
    const { findings } = await renderSite(project, { today })
    return findings.map((each) => ({ ...each, code: 'content' }))
  } catch (error) {
    // The page is nested too deep, which is reported for the page itself.
    if (error instanceof RangeError) return []
    throw error
  }
}

/** Reads the headers in the host's settings. A file with a syntax error has no rules. */
async function readSettings({
  root,
  site,
}: Project): Promise<(HostSettings & { problem?: Finding })[]> {
  const folders = [...new Set([site.hostFiles, site.pages])]
  const paths = folders.flatMap((folder) => HOST_SETTINGS.map((name) => [folder, name] as const))
  const settings = await Promise.all(
    paths.map(async ([folder, name]) => {
      const file = join(folder, name)
      const text = await readFile(join(root, file), 'utf8').catch(() => undefined)
      if (text === undefined) return []
      try {
        return [{ file, rules: readHostHeaders(name, text) }]
      } catch {
        return [{ file, rules: [], problem: finding('host-settings', { file }, {}) }]
      }
    }),
  )
  return settings.flat()
}

async function readEnvFile(root: string): Promise<Environment> {
  const text = await readFile(join(root, '.env'), 'utf8').catch(() => '')
  return parseEnv(text)
}

function* checkPixelId({ site }: Project, env: Environment): Generator<Finding> {
  const configs = readSchoolConfigs(env)
  const pixelId = configs.length === 1 ? configs[0]!.config?.pixelId : undefined
  if (pixelId !== undefined && pixelId !== site.pixelId) yield finding('env-pixel-id', {}, {})
}

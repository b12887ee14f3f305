import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import { type ServedResource, serveResources } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import {
  CommandError,
  describeFinding,
  parseJsonObject,
  readText,
  relativePath,
} from '@conversion-capi/meta/terminal'
import type { TrackerOptions } from '@conversion-capi/tracker'

import { loadProject, type Project } from '../project/load-project.ts'
import { filePath, textOf } from '../site/read-files.ts'
import { isReplaceable, renderSite } from '../site/render-site.ts'
import {
  defaultSettings,
  endpointPath,
  findOwnFile,
  type FrameworkSettings,
} from './framework-settings.ts'

/** Loads the project of an app. Frameworks print only the message of an error, so it contains the findings. */
export function loadAppProject(...args: Parameters<typeof loadProject>): Promise<Project> {
  return loadProject(...args).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error
    throw new Error([error.message, ...error.findings.map(describeFinding)].join('\n'))
  })
}

/**
 * Renders the tracker, which is the first file, and the files for crawlers of a site whose pages a framework builds,
 * except those that the app serves itself.
 */
export async function renderFiles(
  project: Project,
  settings: FrameworkSettings = defaultSettings(project),
  options?: Omit<TrackerOptions, 'name'>,
): Promise<ServedResource[]> {
  const { framework = 'other' } = project.site
  const site = { ...project.site, framework }
  const path = endpointPath(settings)
  const isMoved = path !== CONVERSION_PATH && !project.school.endpoint
  const endpoint = `${project.school.url}${path}`
  const school = isMoved ? { ...project.school, endpoint } : project.school
  // On the page's origin, which is another one in development and in previews.
  const tracker = { ...(isMoved && { endpoint: path }), ...options }
  const rendered = await renderSite({ ...project, school, site }, { tracker })
  return [rendered.tracker, ...rendered.resources].filter(({ path }) => !findOwn(settings, path))
}

/** Returns the app's file that serves a path instead of the generated one. A file that {@link writeFiles} wrote is ours. */
export function findOwn(settings: FrameworkSettings, path: string): string | undefined {
  const { root } = settings
  const file = isReplaceable(path) ? findOwnFile(settings, path) : undefined
  if (file === undefined || !existsSync(join(root, MANIFEST))) return file
  const sum = parseJsonObject(readFileSync(join(root, MANIFEST), 'utf8'))?.[file]
  const isOurs = sum !== undefined && sum === hash('sha256', readFileSync(join(root, file), 'utf8'))
  return isOurs ? undefined : file
}

/** Says which of the generated files the app serves itself. */
export function describeOwn(settings: FrameworkSettings): string[] {
  return ['/robots.txt', '/sitemap.xml', '/llms.txt'].flatMap((path) => {
    const file = findOwn(settings, path)
    return file === undefined
      ? []
      : `conversion-capi: ${file} of the app serves ${path}, so the generated file is left out.`
  })
}

/**
 * Renders the files for a build that copies the framework's static files. The static servers of some frameworks cannot know the
 * type of a file without an extension, or skip `.well-known`: routes of the app serve these files.
 */
export async function renderBuild(
  dir: string,
  settings: FrameworkSettings,
): Promise<Record<'written' | 'routed', ServedResource[]>> {
  const project = await loadAppProject(dir)
  const hasRoutes = settings.hasServer && ROUTED.test(project.site.framework ?? '')
  const files = await renderFiles(project, settings)
  const isRouted = (file: ServedResource): boolean => hasRoutes && hasNoExtension(file)
  return { written: files.filter((file) => !isRouted(file)), routed: files.filter(isRouted) }
}

const ROUTED = /^(?:astro|sveltekit|tanstack-start|react-router)$/

/** Returns the headers of each file by its path. */
export async function readHeaders(
  files: ServedResource[],
): Promise<Record<string, Record<string, string>>> {
  const serve = serveResources(files)
  const entries = files.map(async ({ path }) => {
    const { headers } = await serve(new Request(`http://localhost${path}`))
    for (const name of ['Content-Length', 'ETag', 'Vary']) headers.delete(name)
    return [path, Object.fromEntries(headers)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Returns whether a server cannot know the content type of a file from its name. */
export function hasNoExtension({ path }: Pick<ServedResource, 'path'>): boolean {
  return !/(?:\/|\.[^/]*)$/.test(path.slice(path.lastIndexOf('/')))
}

/**
 * Writes files into a folder of static files, and deletes those of an earlier call that are no longer rendered. A file
 * with other content than an earlier call wrote is kept.
 *
 * @returns The paths of the written files, and a finding for each file that was kept.
 */
export async function writeFiles(
  root: string,
  folder: string,
  files: ServedResource[],
): Promise<{ written: string[]; findings: Finding[] }> {
  const target = resolve(root, folder)
  const before = parseJsonObject((await readText(root, MANIFEST)) ?? '') ?? {}
  const isInside = (key: string): boolean => !relative(target, join(root, key)).startsWith('..')
  const after = Object.fromEntries(Object.entries(before).filter(([key]) => !isInside(key)))
  const written: string[] = []
  const findings: Finding[] = []
  for (const file of files) {
    const name = decodeURIComponent(filePath(file.path)).slice(1)
    const path = join(target, name)
    const key = relativePath(root, path)
    const body = textOf(file)
    const current = await readFile(path, 'utf8').catch(() => undefined)
    const isOurs =
      current !== undefined && (before[key] === hash('sha256', current) || isOfDev(file, current))
    if (current === undefined || (current !== body && isOurs)) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, body)
      written.push(key)
    } else if (current !== body) {
      const message = 'The file has other content than the generated one and was kept.'
      // A school can have its own `robots.txt`, but no other tracker.
      const level = isReplaceable(file.path) ? 'warning' : 'error'
      findings.push({ level, file: key, message, fix: 'Delete it to replace it.' })
      continue
    }
    after[key] = hash('sha256', body)
  }
  for (const [key, sum] of Object.entries(before)) {
    if (key in after) continue
    const current = await readFile(join(root, key), 'utf8').catch(() => undefined)
    if (current !== undefined && hash('sha256', current) === sum) await rm(join(root, key))
  }
  const manifest = `${JSON.stringify(after, null, 2)}\n`
  if (manifest !== `${JSON.stringify(before, null, 2)}\n`) {
    await mkdir(join(root, dirname(MANIFEST)), { recursive: true })
    await writeFile(join(root, MANIFEST), manifest)
  }
  return { written, findings }
}

/** Returns whether a tracker loads the pixel from an emulator. A clone of the project does not know that we wrote it. */
function isOfDev({ path }: ServedResource, body: string): boolean {
  return path.endsWith('.js') && /http:\/\/127\.0\.0\.1:\d+\/en_US\/fbevents\.js/.test(body)
}

/** What the last call wrote. In a folder that `init` adds to `.gitignore`. */
const MANIFEST = '.conversion-capi/files.json'

import { lstat, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { type Finding, type HostFile, renderHostFiles } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import { CommandError, relativePath } from '@conversion-capi/meta/terminal'

import { type Host, HOST_RECORDS } from '../hosts/hosts.ts'
import { readHeadersFile } from '../hosts/header-rules.ts'
import type { HostRecord } from '../hosts/host-record.ts'
import { extendSettings } from '../hosts/merge-settings.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import {
  checkPagesFolder,
  contains,
  projectFiles,
  realPath,
  refuseFramework,
} from '../project/project-folders.ts'
import { filePath } from '../site/read-files.ts'
import { checkFunction } from '../check/check-function.ts'
import { checkRendered } from '../check/check-rendered.ts'
import { rankFindings } from '../rank-findings.ts'
import { allFiles, isReplaceable, type RenderedSite, renderSite } from '../site/render-site.ts'
import { type BuildManifest, writeManifest } from './build-manifest.ts'
import { copyLocalPackages } from './copy-local-packages.ts'
import { copyProject } from './copy-project.ts'
import { replaceFolder } from './replace-folder.ts'

/** Options of {@link buildSite}. Each overrides the field of `site` in `school.config.ts`. */
export interface BuildOptions {
  /** The folder of the project. @default '.' */
  dir?: string
  /** The host to build for. @default `site.host` */
  host?: Host
  /** The folder of the host's function and settings, relative to the project. @default `site.hostFiles` */
  hostFiles?: string
  /** The folder to write, relative to the project. @default `site.output` */
  output?: string
  /** The current day, such as `2026-09-01`. Pages must not have changed later. @default not checked */
  today?: string
}

/** What {@link buildSite} wrote. */
export interface BuiltSite extends BuildManifest {
  /** Absolute path of the output folder. */
  output: string
  /** What should be changed before the site is published. */
  findings: Finding[]
}

/**
 * Writes a site into one folder that can be deployed unchanged: the published files in `public`, the host's function
 * and its merged settings.
 *
 * The same project always produces the same bytes. If an error occurs, or the process is killed, the folder stays as
 * it was.
 *
 * @throws {CommandError} If the project cannot be loaded, a file has a problem, or the folder cannot be written.
 */
export async function buildSite(options: BuildOptions = {}): Promise<BuiltSite> {
  const { dir = '.', today, ...overrides } = options
  const loaded = await loadProject(dir)
  const site = { ...loaded.site, ...overrides }
  const project = { ...loaded, site }
  refuseFramework(site, 'build')
  await checkPagesFolder(project)
  const output = await findOutput(project)
  const rendered = await renderSite(project)
  const findings = rankFindings([
    ...(await checkRendered(project, rendered, today === undefined ? {} : { today })),
    ...(await checkFunction(project)),
  ])
  if (findings.some(({ level }) => level === 'error')) {
    throw new CommandError('The files of the site have errors. Nothing was written.', findings)
  }
  const files = allFiles(rendered)
  const manifest = describeFiles(site.host, files)
  await replaceFolder(output, async (folder) => {
    await copyProject(project, folder)
    for (const [index, { file }] of manifest.files.entries()) {
      await write(join(folder, decodeURIComponent(file)), files[index]!.body)
    }
    for (const { root, path, body } of hostFiles(rendered, project, site.host)) {
      const target = root === 'publish' ? join(folder, 'public') : folder
      const merged = await extendSettings(target, path, body)
      checkRules(site.host, path, merged)
      await write(join(target, path), merged)
    }
    findings.push(
      ...(await copyLocalPackages(join(project.root, site.hostFiles), folder, site.host)),
    )
    await writeManifest(folder, describeFiles(site.host, [...files, ...rendered.fallback]))
  })
  return { ...manifest, output, findings }
}

/** Rules that a host does not read would be lost silently. */
function checkRules(host: Host, path: string, text: string): void {
  const { maxHeaderRules = Infinity } = HOST_RECORDS[host]
  const { length } = path === '_headers' ? readHeadersFile(text) : []
  if (length <= maxHeaderRules) return
  throw new CommandError(
    `${host} reads ${maxHeaderRules} rules of _headers. With those of the build, there are ${length}. Remove some from yours.`,
  )
}

async function findOutput(project: Project): Promise<string> {
  const { root, site } = project
  const output = await realPath(resolve(root, site.output))
  const sources = [...(await projectFiles(project)), await realPath(resolve(root, site.pages))]
  if (sources.some((source) => contains(output, source))) {
    throw new CommandError(
      `The output folder ${output} contains files of the project, and the build replaces it. Choose another folder.`,
    )
  }
  const source = sources.find((each) => contains(each, output))
  if (source !== undefined) {
    throw new CommandError(
      `The output folder ${output} is inside ${relativePath(root, source)}, and the next build would copy it. Choose another folder.`,
    )
  }
  const stats = await lstat(output).catch(({ code }: NodeJS.ErrnoException) => code === 'ENOENT')
  if (stats === true || (stats !== false && stats.isDirectory())) return output
  throw new CommandError(`The output ${output} is not a folder. Delete it, or choose another.`)
}

function describeFiles(host: Host, files: ServedResource[]): BuildManifest {
  const described = files.map(({ path, contentType, headers, copyOf = path }) => ({
    path,
    file: `public${filePath(copyOf)}`,
    contentType,
    ...(headers && { headers }),
  }))
  return { host, files: described }
}

function hostFiles(
  { pages, twins, resources, fallback }: RenderedSite,
  { school }: Project,
  host: Host,
): HostFile[] {
  const { rendered, negotiates, spell } = HOST_RECORDS[host]
  if (rendered === undefined) return []
  const twinned = new Set(twins.map(({ page }) => page))
  const negotiated = negotiates ? pages.filter(({ path }) => twinned.has(path)) : []
  const own = pages.filter(({ path, copyOf }) => isReplaceable(path) || copyOf)
  const named = [...negotiated, ...own, ...twins].filter(({ path }) => /^[\w.~$/-]*$/.test(path))
  const spelled = spell ? [...pages, ...twins].flatMap((page) => otherSpellings(page, spell)) : []
  return renderHostFiles(rendered, [...resources, ...named, ...fallback, ...spelled], school)
}

/** Returns a page at its path and as links in Markdown spell it, which escape parentheses. */
function otherSpellings(
  { path, contentType, copyOf }: ServedResource,
  spell: NonNullable<HostRecord['spell']>,
): ServedResource[] {
  const served = copyOf ? undefined : spell(path)
  if (served === undefined) return []
  const linked = path.replaceAll('(', '%28').replaceAll(')', '%29')
  return [...new Set([path, linked])]
    .filter((each) => each !== served)
    .map((each) => ({ path: each, contentType, copyOf: filePath(served), body: '' }))
}

async function write(file: string, body: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, body)
}

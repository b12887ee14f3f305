import { readdir, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

import { CommandError, relativePath } from '@conversion-capi/meta/terminal'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { CompleteSiteOptions } from './site-options.ts'

interface Folders {
  root: string
  site: Pick<CompleteSiteOptions, 'host' | 'hostFiles' | 'pages'>
}

export const CONFIG_FILE = 'school.config.ts'

/** Where repositories have the app that visitors see, next to a server and other packages. */
export const APP_FOLDERS = '{app,client,frontend,landing,site,ui,web,website,{apps,packages}/*}'

export async function checkPagesFolder(project: Folders): Promise<void> {
  const { root, site } = project
  const pages = await realPath(resolve(root, site.pages))
  const file = (await projectFiles(project)).find((each) => contains(pages, each))
  if (file === undefined) return
  throw new CommandError(
    `The pages folder ${site.pages} contains ${relativePath(root, file)}, which would be published. Move the pages to a folder of their own, such as public, and set site.pages.`,
  )
}

/** Another program builds and serves the pages of an app. */
export function refuseFramework({ framework }: CompleteSiteOptions, script: 'build' | 'dev'): void {
  if (!framework) return
  const instead =
    framework === 'other' ? '"conversion-capi files public" and your app' : `npm run ${script}`
  throw new CommandError(
    `site.framework is "${framework}", which builds the pages. Run ${instead} instead.`,
  )
}

/** Returns the real paths of a project's files and folders except its pages, even if they do not exist. */
export function projectFiles({ root, site }: Folders): Promise<string[]> {
  const { copied, settings } = HOST_RECORDS[site.host]
  const host = [...copied, ...(settings === undefined ? [] : [settings]), 'package.json']
  const paths = [CONFIG_FILE, ...host.map((path) => join(site.hostFiles, path))]
  return Promise.all(paths.map((path) => realPath(resolve(root, path))))
}

/** Resolves the links in an absolute path, of which only the start need exist. */
export async function realPath(path: string): Promise<string> {
  const parent = dirname(path)
  return realpath(path).catch(async () =>
    parent === path ? path : join(await realPath(parent), basename(path)),
  )
}

export function contains(folder: string, path: string): boolean {
  const from = relative(folder, path)
  return from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from)
}

/** Reads the files in a folder, or the file itself. Others are empty. */
export async function readSources(path: string): Promise<{ path: string; code: string }[]> {
  const names = await readdir(path, { recursive: true }).catch(() => [''])
  const files = names.filter((name) => !/\bnode_modules\b/.test(name))
  return Promise.all(
    files.map(async (name) => {
      const file = join(path, name)
      return { path: file, code: await readFile(file, 'utf8').catch(() => '') }
    }),
  )
}

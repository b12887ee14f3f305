import { existsSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { CommandError, relativePath, unreadableFile } from '@conversion-capi/meta/terminal'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { Project } from '../project/load-project.ts'
import { readManifest } from '../project/read-manifest.ts'
import { readSources } from '../project/read-sources.ts'

export async function copyProject({ root, site }: Project, to: string): Promise<void> {
  const from = join(root, site.hostFiles)
  const { copied, settings } = HOST_RECORDS[site.host]
  for (const path of copied) {
    if (!existsSync(join(from, path))) {
      throw new CommandError(
        `${relativePath(root, join(from, path))} is missing, and ${site.host} needs it. Run "npx conversion-capi init" to write it.`,
      )
    }
    await cp(join(from, path), join(to, path), { recursive: true }).catch((error) => {
      throw unreadableFile(root, error)
    })
  }
  if (settings !== undefined && existsSync(join(from, settings))) {
    // The build extends the copy. A copied link would change the file of the project.
    await cp(join(from, settings), join(to, settings), { dereference: true })
  }
  await writeFile(
    join(to, 'package.json'),
    await renderManifest(from, [...copied, settings ?? []].flat()),
  )
}

/** Leaves out the tools. Other packages of the project are kept, because a package can load them by name. */
async function renderManifest(folder: string, paths: string[]): Promise<string> {
  const { name, dependencies: declared = {} } = (await readManifest(folder)) ?? {}
  const named = await findNames(folder, paths)
  const dependencies = Object.fromEntries(
    Object.entries(declared)
      .filter(([each]) => named.has(each) || !OUR_PACKAGES.test(each))
      .map(([each, version]) => {
        const path = localPath(version, folder)
        return [each, path === undefined ? version : `file:${path}`]
      }),
  )
  return `${JSON.stringify({ name, private: true, type: 'module', dependencies }, null, 2)}\n`
}

const OUR_PACKAGES = /^(?:@conversion-capi\/|(?:create-)?conversion-capi$)/

async function findNames(folder: string, paths: string[]): Promise<Set<string>> {
  const sources = (await Promise.all(paths.map((path) => readSources(join(folder, path))))).flat()
  return new Set(
    sources.flatMap(({ code }) => [...code.matchAll(SPECIFIER)].map(([, name]) => name!)),
  )
}

const SPECIFIER = /['"`](?:npm:)?((?:@[^/'"`\s]+\/)?[^/@'"`\s]+)(?=[/@'"`])/g

/** Returns the absolute path of a dependency from a file or folder, or `undefined` if it comes from a registry. */
export function localPath(version: string, folder: string): string | undefined {
  const [, path] = /^(?:file|link|portal):(.+)/.exec(version) ?? []
  return path === undefined ? undefined : resolve(folder, path)
}

import { existsSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'

import type { Project } from '../project/load-project.ts'
import { readManifest } from '../project/read-manifest.ts'
import { unreadableFile } from '../project/read-text.ts'
import { CommandError } from '../report/errors.ts'
import { PROJECT_FILES } from './project-files.ts'

/**
 * Copies the host's function and settings, and the dependencies of the function, into a folder.
 *
 * @param project The project.
 * @param to The folder.
 * @throws {CommandError} If the function is missing.
 */
export async function copyProject({ root, site }: Project, to: string): Promise<void> {
  const from = join(root, site.hostFiles)
  const { copied, settings } = PROJECT_FILES[site.host]
  for (const path of copied) {
    if (!existsSync(join(from, path))) {
      throw new CommandError(
        `${relative(root, join(from, path))} is missing, and ${site.host} needs it. Run "npx conversion-capi init" to write it.`,
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
  await writeFile(join(to, 'package.json'), await renderManifest(from))
}

/** The deployed project needs the dependencies of the function, but not the tools. */
async function renderManifest(folder: string): Promise<string> {
  const { name, dependencies: declared } = (await readManifest(folder)) ?? {}
  const dependencies = Object.fromEntries(
    Object.entries(declared ?? {}).map(([name, version]) => [name, toAbsolute(version, folder)]),
  )
  return `${JSON.stringify({ name, private: true, type: 'module', dependencies }, null, 2)}\n`
}

/** The path of a `file:` dependency is relative to its `package.json`, which moves. */
function toAbsolute(version: string, folder: string): string {
  const [, path] = /^file:(.+)/.exec(version) ?? []
  return path === undefined ? version : `file:${resolve(folder, path)}`
}

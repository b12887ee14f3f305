import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of this repository. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** A published package of this workspace. */
export interface WorkspacePackage {
  name: string
  version: string
  /** Relative to the root of the repository, with `/`. */
  directory: string
  /** The absolute path of `directory`. */
  folder: string
}

/** Returns every published package of this workspace. */
export function findPackages(): WorkspacePackage[] {
  return globSync('{packages,adapters}/*/package.json', { cwd: ROOT })
    .map((path) => ({ path, manifest: JSON.parse(readFileSync(join(ROOT, path), 'utf8')) }))
    .filter(({ manifest }) => !manifest.private)
    .map(({ path, manifest: { name, version } }) => {
      const directory = dirname(path).replaceAll('\\', '/')
      return { name, version, directory, folder: join(ROOT, directory) }
    })
    .sort((one, other) => one.name.localeCompare(other.name))
}

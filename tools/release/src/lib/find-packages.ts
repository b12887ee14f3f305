import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

export interface WorkspacePackage {
  name: string
  version: string
  /** Relative to the root of the repository, with `/`. */
  directory: string
  folder: string
}

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

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

/**
 * Returns the public URL of the repository, which is in the root's `package.json`.
 *
 * @returns The URL without a slash at the end, or `undefined` while it is the placeholder.
 */
export function readRepository(): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return repository.includes('/OWNER/') ? undefined : repository
}

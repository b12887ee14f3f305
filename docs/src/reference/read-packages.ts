import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A published package of this repository. */
export interface Package {
  /** `@conversion-capi/core` */
  name: string
  /** The name of its folder: `core`. */
  folder: string
  /** Path of the README in the repository. */
  readme: string
  description: string
  entries: Entry[]
}

/** A module that users import. */
export interface Entry {
  /** `@conversion-capi/core/protocol` */
  specifier: string
  /** Absolute path of its source. */
  file: string
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Returns the published packages that have entries. */
export function readPackages(): Package[] {
  return globSync('{packages,adapters}/*/package.json', { cwd: ROOT })
    .map((path) => ({
      path: dirname(path),
      manifest: JSON.parse(readFileSync(join(ROOT, path), 'utf8')),
    }))
    .filter(({ manifest }) => !manifest.private)
    .map(({ path, manifest }) => ({
      name: manifest.name as string,
      folder: basename(path),
      readme: `${path}/README.md`,
      description: manifest.description as string,
      entries: Object.entries<string>(manifest.exports)
        .filter(([, target]) => target.endsWith('.ts'))
        .map(([subpath, target]) => ({
          specifier: manifest.name + subpath.slice('.'.length),
          file: join(ROOT, path, target),
        })),
    }))
    .filter(({ entries }) => entries.length > 0)
}

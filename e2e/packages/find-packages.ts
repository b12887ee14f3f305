import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Package {
  name: string
  folder: string
}

/** Every package of the workspace that is published. Throws when one has not been built. */
export function findPackages(): Package[] {
  return globSync('{packages,adapters}/*/package.json', { cwd: ROOT })
    .map((path) => join(ROOT, path))
    .map((path) => ({ ...JSON.parse(readFileSync(path, 'utf8')), folder: dirname(path) }))
    .filter(({ private: isPrivate }) => !isPrivate)
    .map(({ name, folder }) => {
      if (!existsSync(join(folder, 'dist'))) {
        throw new Error(`${name} has no dist folder to pack: run "pnpm build" first.`)
      }
      return { name, folder }
    })
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

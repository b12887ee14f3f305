import { findPackageJSON } from 'node:module'
import { readFileSync } from 'node:fs'

/** Returns the names and installed versions of the bench's dependencies, for example `hono 4.13.19`. */
export function packageVersions(names: string[]): string[] {
  return names.map((name) => {
    const path = findPackageJSON(name, import.meta.url)!
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
    return `${name} ${version}`
  })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { findPackages } from '@conversion-capi/release'

interface ApiEntry {
  /** `@conversion-capi/core/protocol` */
  specifier: string
  file: string
}

export const API_ENTRIES: ApiEntry[] = findPackages().flatMap(({ name, folder }) => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return (
    Object.entries<string>(exports)
      // What our own packages share is no API.
      .filter(([subpath, target]) => target.endsWith('.ts') && subpath !== './terminal')
      .map(([subpath, target]) => ({
        specifier: name + subpath.slice('.'.length),
        file: join(folder, target),
      }))
  )
})

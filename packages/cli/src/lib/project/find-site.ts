import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Site } from '@conversion-capi/meta/terminal'

import type { Project } from './load-project.ts'
import { CONFIG_FILE } from './project-folders.ts'

/** Returns the function that reads the site of a folder's project. Returns `undefined` if there is no project. */
export function findSite(dir: string): (() => Promise<Site>) | undefined {
  if (!existsSync(join(dir, CONFIG_FILE))) return undefined
  return async () => {
    const { loadProject } = await import('./load-project.ts')
    return siteOf(await loadProject(dir))
  }
}

export function siteOf({ school, site }: Project): Site {
  return { pixelId: site.pixelId, origin: site.builder?.url ?? school.url }
}

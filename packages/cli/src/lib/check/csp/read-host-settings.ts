import { join } from 'node:path'

import type { Finding } from '@conversion-capi/content'

import { readText } from '../../project/read-text.ts'
import type { CompleteSiteOptions } from '../../project/site-options.ts'
import { finding } from '../check-rules.ts'
import type { HostSettings } from './check-csp.ts'
import { HOST_SETTINGS, readHostHeaders } from './read-host-headers.ts'

/** Where settings files are. */
export interface SettingsFolders {
  root: string
  site: Pick<CompleteSiteOptions, 'hostFiles' | 'pages'>
}

/**
 * Reads the headers in the settings files of a project's host. A file with a syntax error has no rules.
 *
 * @param project The project.
 */
export async function readHostSettings({
  root,
  site,
}: SettingsFolders): Promise<(HostSettings & { problem?: Finding })[]> {
  const folders = [...new Set([site.hostFiles, site.pages])]
  const paths = folders.flatMap((folder) => HOST_SETTINGS.map((name) => [folder, name] as const))
  const settings = await Promise.all(
    paths.map(async ([folder, name]) => {
      const file = join(folder, name)
      const text = await readText(root, file)
      if (text === undefined) return []
      try {
        return [{ file, rules: readHostHeaders(name, text) }]
      } catch {
        return [{ file, rules: [], problem: finding('host-settings', { file }, {}) }]
      }
    }),
  )
  return settings.flat()
}

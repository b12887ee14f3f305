import { join } from 'node:path'

import type { Finding } from '@conversion-capi/content'

import type { HeaderRule } from '../../hosts/header-rules.ts'
import { HOST_RECORDS } from '../../hosts/hosts.ts'
import { readText } from '../../project/read-text.ts'
import type { CompleteSiteOptions } from '../../project/site-options.ts'
import { finding } from '../check-rules.ts'

/** The headers in a settings file of a host. */
export interface HostSettings {
  file: string
  rules: HeaderRule[]
  /** Set if the file cannot be parsed. It has no rules then. */
  problem?: Finding
}

/** Where settings files are. */
export interface SettingsFolders {
  root: string
  site: Pick<CompleteSiteOptions, 'hostFiles' | 'pages'>
}

/** The readers of every host: the folder of a built site does not say which one serves it. */
const READERS = Object.entries(
  Object.assign({}, ...Object.values(HOST_RECORDS).map(({ headers }) => headers)) as Record<
    string,
    (text: string) => HeaderRule[]
  >,
)

/** Reads the headers in the settings files of a project. */
export async function readHostSettings({ root, site }: SettingsFolders): Promise<HostSettings[]> {
  const folders = [...new Set([site.hostFiles, site.pages])]
  const settings = folders.flatMap((folder) =>
    READERS.map(async ([name, read]): Promise<HostSettings[]> => {
      const file = join(folder, name)
      const text = await readText(root, file)
      if (text === undefined) return []
      try {
        return [{ file, rules: read(text) }]
      } catch {
        return [{ file, rules: [], problem: finding('host-settings', { file }, {}) }]
      }
    }),
  )
  return (await Promise.all(settings)).flat()
}

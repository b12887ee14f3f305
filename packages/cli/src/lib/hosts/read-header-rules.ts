import { join } from 'node:path'

import { readText, tryCall } from '@conversion-capi/meta/terminal'

import type { HeaderRule } from './header-rules.ts'
import { HOST_RECORDS } from './hosts.ts'

interface SettingsFolders {
  root: string
  site: { hostFiles: string; pages: string }
}

/** The readers of every host: the folder of a built site does not say which one serves it. */
const READERS = Object.entries(
  Object.assign({}, ...Object.values(HOST_RECORDS).map(({ headers }) => headers)) as Record<
    string,
    (text: string) => HeaderRule[]
  >,
)

/** Reads the settings files of hosts. A file that cannot be parsed has no `rules`. */
export async function readHeaderRules({ root, site }: SettingsFolders) {
  const folders = [...new Set([site.hostFiles, site.pages])]
  const settings = folders.flatMap((folder) =>
    READERS.map(async ([name, read]) => {
      const file = join(folder, name)
      const text = await readText(root, file)
      return text === undefined ? [] : { name, file, text, rules: tryCall(() => read(text)) }
    }),
  )
  return (await Promise.all(settings)).flat()
}

import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { CompleteSiteOptions } from '../project/site-options.ts'

/** What can change: the files next to `school.config.ts`, the pages, or the host's function. */
export type Watched = 'config' | 'pages' | 'function'

/** Watches the pages, the function and the files next to `school.config.ts`. */
export function watchProject(
  root: string,
  site: CompleteSiteOptions,
  onChange: (changed: ReadonlySet<Watched>) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let changed = new Set<Watched>()
  const own = HOST_RECORDS[site.host].copied.map((path) => join(root, site.hostFiles, path))
  const watchers = [
    // The output folder and temporary files of editors change next to the configuration.
    start('config', root, (name) => /\.[cm]?[jt]s$|\.json$/.test(name) && !name.startsWith('.')),
    start('pages', join(root, site.pages)),
    ...own.map((path) => start('function', path)),
  ]
  return function stop() {
    clearTimeout(timer)
    for (const watcher of watchers) watcher?.close()
  }

  function start(
    what: Watched,
    path: string,
    isRelevant: (name: string) => boolean = () => true,
  ): FSWatcher | undefined {
    if (!existsSync(path)) return undefined
    const watcher = watch(path, { recursive: path !== root }, (_, name) => {
      if (!isRelevant(name ?? '')) return
      changed.add(what)
      clearTimeout(timer)
      // An editor writes a file in several steps.
      timer = setTimeout(() => {
        onChange(changed)
        changed = new Set()
      }, BURST_MS)
    })
    // A deleted folder ends its watcher.
    return watcher.on('error', () => watcher.close())
  }
}

const BURST_MS = 60

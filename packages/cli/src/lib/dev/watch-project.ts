import { existsSync, type FSWatcher, unwatchFile, watch, watchFile } from 'node:fs'
import { join } from 'node:path'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { CompleteSiteOptions } from '../project/site-options.ts'

/** What can change: the files next to `school.config.ts`, the pages, or the host's function. */
export type Watched = 'config' | 'pages' | 'function'

/**
 * Watches the pages, the function and the files next to `school.config.ts`, also those that are created or replaced
 * later: build tools delete their output folder, and editors replace a file when they save it.
 */
export function watchProject(
  root: string,
  site: CompleteSiteOptions,
  onChange: (changed: ReadonlySet<Watched>) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let changed = new Set<Watched>()
  const own = HOST_RECORDS[site.host].copied.map((path) => join(root, site.hostFiles, path))
  const stops = [
    // The output folder and temporary files of editors change next to the configuration.
    start('config', root, (name) => /\.[cm]?[jt]s$|\.json$/.test(name) && !name.startsWith('.')),
    start('pages', join(root, site.pages)),
    ...own.map((path) => start('function', path)),
  ]
  return function stop() {
    clearTimeout(timer)
    for (const stopOne of stops) stopOne()
  }

  function start(
    what: Watched,
    path: string,
    isRelevant: (name: string) => boolean = () => true,
  ): () => void {
    let watcher = open()
    // A watcher watches the file or folder that has the path now, not one that replaces it.
    watchFile(path, { interval: POLL_MS }, (now, before) => {
      if (now.ino === before.ino && now.birthtimeMs === before.birthtimeMs) return
      watcher?.close()
      watcher = open()
      report(what)
    })
    return () => {
      unwatchFile(path)
      watcher?.close()
    }

    function open(): FSWatcher | undefined {
      if (!existsSync(path)) return undefined
      const opened = watch(path, { recursive: path !== root }, (_, name) => {
        if (isRelevant(name ?? '')) report(what)
      })
      // A deleted folder ends its watcher.
      return opened.on('error', () => opened.close())
    }
  }

  function report(what: Watched): void {
    changed.add(what)
    clearTimeout(timer)
    // An editor writes a file in several steps.
    timer = setTimeout(() => {
      onChange(changed)
      changed = new Set()
    }, BURST_MS)
  }
}

const BURST_MS = 60
const POLL_MS = 250

import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { CompleteSiteOptions } from '../project/site-options.ts'

/**
 * Watches the pages, the function and the files next to `school.config.ts`.
 *
 * @param root The project.
 * @param site Where its files are.
 * @param onChange Called once after a burst of changes, with whether the function is among them.
 * @returns A function that stops watching.
 */
export function watchProject(
  root: string,
  site: CompleteSiteOptions,
  onChange: (isFunction: boolean) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let isFunction = false
  const own = HOST_RECORDS[site.host].copied.map((path) => join(root, site.hostFiles, path))
  const watchers = [
    // The output folder and temporary files of editors change next to the configuration.
    start(root, (name) => /\.[cm]?[jt]s$|\.json$/.test(name) && !name.startsWith('.')),
    start(join(root, site.pages), () => true),
    ...own.map((path) => start(path, () => (isFunction = true))),
  ]
  return function stop() {
    clearTimeout(timer)
    for (const watcher of watchers) watcher?.close()
  }

  function start(path: string, isRelevant: (name: string) => boolean): FSWatcher | undefined {
    if (!existsSync(path)) return undefined
    const watcher = watch(path, { recursive: path !== root }, (_, name) => {
      if (!isRelevant(name ?? '')) return
      clearTimeout(timer)
      // An editor writes a file in several steps.
      timer = setTimeout(() => {
        onChange(isFunction)
        isFunction = false
      }, BURST_MS)
    })
    // A deleted folder ends its watcher.
    return watcher.on('error', () => watcher.close())
  }
}

const BURST_MS = 60

import { type FSWatcher, readdirSync, statSync, unwatchFile, watch, watchFile } from 'node:fs'
import { join } from 'node:path'

import { tryCall } from '@conversion-capi/meta/terminal'

import type { CompleteSiteOptions } from '../project/site-options.ts'

/** What can change: the files next to `school.config.ts`, or the pages. */
export type Watched = 'config' | 'pages'

/**
 * Watches the pages and the files next to `school.config.ts`, also those that are created or replaced
 * later: build tools delete their output folder, and editors replace a file when they save it. A framework watches its
 * own pages, and it keeps the process alive itself.
 */
export function watchProject(
  root: string,
  site: CompleteSiteOptions,
  onChange: (changed: ReadonlySet<Watched>) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let changed = new Set<Watched>()
  const persistent = site.framework === undefined
  const watchers = [
    // The output folder and temporary files of editors change next to the configuration.
    start('config', root, (name) => /\.[cm]?[jt]s$|\.json$/.test(name) && !name.startsWith('.')),
    ...(persistent ? [start('pages', join(root, site.pages))] : []),
  ]
  return function stop() {
    clearTimeout(timer)
    for (const { close } of watchers) close()
  }

  function start(what: Watched, path: string, isRelevant: (name: string) => boolean = () => true) {
    let opened = open()
    watchFile(path, { interval: POLL_MS, persistent }, (now, before) => {
      if (now.ino !== before.ino || now.birthtimeMs !== before.birthtimeMs) report(what)
    })
    return { what, close, reopen }

    function open(): FSWatcher[] {
      const recursive = path !== root && !IS_LINUX
      const folders = path === root ? [path] : (tryCall(() => foldersOf(path)) ?? [])
      return folders.flatMap((folder) => {
        // It can have been deleted.
        const watcher = tryCall(() =>
          watch(folder, { recursive, persistent }, (_, name) => {
            if (isRelevant(name ?? '')) report(what)
          }),
        )
        // A deleted folder ends its watcher.
        return watcher?.on('error', () => watcher.close()) ?? []
      })
    }

    function reopen(): void {
      for (const each of opened) each.close()
      opened = open()
    }

    function close(): void {
      unwatchFile(path)
      for (const each of opened) each.close()
    }
  }

  function report(what: Watched): void {
    changed.add(what)
    clearTimeout(timer)
    // An editor writes a file in several steps.
    timer = setTimeout(() => {
      // A watcher follows the file or folder that it was opened for, not the one that replaces it. On Linux, the same
      // is true of each folder in it.
      for (const each of watchers) if (changed.has(each.what)) each.reopen()
      onChange(changed)
      changed = new Set()
    }, BURST_MS)
  }
}

/** On Linux, Node watches each file of a folder: to open thousands takes longer than to render a page. */
const IS_LINUX = process.platform === 'linux'

/** Returns what to watch of a file or folder: itself, and on Linux the folders in it. */
function foldersOf(path: string): string[] {
  if (!IS_LINUX || !statSync(path).isDirectory()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  return [path, ...folders.map(({ parentPath, name }) => join(parentPath, name))]
}

const BURST_MS = 60
const POLL_MS = 250

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { Client } from '@conversion-capi/meta/terminal'
import type { Element } from 'hast'

import { attribute, resolveUrl } from '../../site/elements.ts'
import { isReadyPath } from '../../site/site.ts'
import { type LoadedTracker, loadTracker } from '../probe-script.ts'
import type { SitePage } from './read-site-pages.ts'

export type Line = ReturnType<typeof findLines>[number]

const MAX_CANDIDATES = 10

/**
 * Finds the trackers that the pages load. A tracker is recognized by its content: it contains the path of the endpoint.
 * Only scripts whose URL could be of a tracker are requested. The one that the project builds comes first, then the one
 * that most pages load.
 *
 * @returns The trackers, by URL, and the scripts that could be trackers but cannot be loaded.
 */
export async function findTrackers(
  client: Client,
  pages: SitePage[],
  expected: string | undefined,
): Promise<{ trackers: Map<string, LoadedTracker>; unread: LoadedTracker[] }> {
  const candidates = new Map<string, { href: string; count: number; isNamed: boolean }>()
  if (expected !== undefined) {
    candidates.set(expected, { href: expected, count: Infinity, isNamed: true })
  }
  for (const page of pages) {
    for (const element of page.elements) {
      const url = scriptUrl(page, element)
      if (!url) continue
      const { origin, pathname, href } = url
      const isNamed = attribute(element, 'dataEndpoint') !== undefined
      // The ready script, or a path at which `build` writes a tracker.
      if (!isNamed && !isReadyPath(pathname) && !/^\/[\w$]+\.js$/.test(pathname)) continue
      const key = origin + pathname
      const known = candidates.get(key) ?? { href, count: 0, isNamed }
      candidates.set(key, { ...known, count: known.count + 1, isNamed: known.isNamed || isNamed })
    }
  }
  const sorted = [...candidates].sort(
    ([, a], [, b]) => Number(b.isNamed) - Number(a.isNamed) || b.count - a.count,
  )
  const trackers = new Map<string, LoadedTracker>()
  const unread: LoadedTracker[] = []
  for (const [url, { href, isNamed }] of sorted.slice(0, MAX_CANDIDATES)) {
    const tracker = await loadTracker(client, url, href)
    const isTracker = tracker.texts.some((text) => text.endsWith(CONVERSION_PATH))
    if (isTracker || isNamed) trackers.set(url, tracker)
    else if (tracker.reason !== undefined) unread.push(tracker)
  }
  return { trackers, unread }
}

function scriptUrl(page: SitePage, element: Element): URL | undefined {
  const src = attribute(element, 'src')
  if (element.tagName !== 'script' || src === undefined) return undefined
  const url = resolveUrl(page.elements, page.url, src)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

export function findLines(page: SitePage, trackers: Map<string, LoadedTracker>) {
  return page.elements.flatMap((element) => {
    const src = scriptUrl(page, element)
    const tracker = src && trackers.get(src.origin + src.pathname)
    if (!tracker) return []
    const named = tracker.isReady
      ? attribute(element, 'dataEndpoint')
      : tracker.texts.find((each) => each.endsWith(CONVERSION_PATH))
    // Not known if only the script, which cannot be loaded, names it.
    const endpoint = named ?? (tracker.reason === undefined ? CONVERSION_PATH : undefined)
    const url = endpoint === undefined ? undefined : resolveUrl(page.elements, page.url, endpoint)
    return [{ page, element, tracker, endpoint: url?.href ?? endpoint }]
  })
}

import type { Element } from 'hast'

import { collapseSpace, resolveUrl } from './elements.ts'
import type { Page } from './page.ts'
import { pagePath } from './read-files.ts'

/**
 * Returns the paths of the pages whose page view another page sends: the one that shows them in an `<iframe>`, or the
 * one that they redirect to. The home page always sends its own.
 *
 * @param frames The result of {@link findFrames}.
 */
export function partPaths(pages: RolePage[], frames: ReadonlyMap<string, unknown>): Set<string> {
  const redirects = pages.filter(({ elements }) => isRedirect(elements)).map(({ path }) => path)
  return new Set([...redirects, ...[...frames.keys()].filter((path) => path !== '/')])
}

/** Returns the first page that shows each framed page in an `<iframe>`, by the path of the framed page. */
export function findFrames<Page extends RolePage>(
  origin: string,
  pages: Page[],
): Map<string, Page> {
  const frames = new Map<string, Page>()
  for (const page of pages) {
    for (const path of framedPaths(origin, page)) if (!frames.has(path)) frames.set(path, page)
  }
  return frames
}

/** A page of the site. */
export interface RolePage {
  /** The path of its URL. */
  path: string
  elements: Element[]
}

/**
 * Returns whether a page only redirects: it has a `<meta http-equiv="refresh">` with another URL, or nothing but a
 * script that sets `location`. The page that follows sends the page view.
 */
export function isRedirect(elements: Element[]): boolean {
  const isRefreshed = elements.some(
    ({ tagName, properties }) =>
      tagName === 'meta' &&
      String(properties['httpEquiv']).toLowerCase() === 'refresh' &&
      /^\s*[0-5](?:\.\d*)?\s*[;,]\s*(?:url\s*=)?\s*['"]?[^\s'"]/i.test(
        String(properties['content'] ?? ''),
      ),
  )
  if (isRefreshed) return true
  const scripts = elements.filter(({ tagName }) => tagName === 'script')
  const [script] = scripts
  const code = script?.children[0]
  return (
    scripts.length === 1 &&
    code?.type === 'text' &&
    REDIRECT.test(code.value) &&
    !elements.some(({ tagName }) => /^(?:form|h\d|img|main|p)$/.test(tagName))
  )
}

/** A script that is one statement: `location.replace('/new/')` or `window.location.href = '/new/'`. */
const REDIRECT =
  /^\s*(?:(?:window|document|top|self)\.)?location(?:\.href)?\s*(?:=|\.(?:replace|assign)\s*\()[^;]*;?\s*$/

/** Returns the paths of the other pages that a page shows in an `<iframe>`. */
function framedPaths(origin: string, { path, elements }: RolePage): string[] {
  return elements
    .filter(({ tagName }) => tagName === 'iframe' || tagName === 'frame')
    .flatMap(({ properties }) => {
      const src = collapseSpace(String(properties['src'] ?? ''))
      const url = src === '' ? undefined : resolveUrl(elements, origin + path, src)
      if (url?.origin !== origin) return []
      const target = pagePath(url.pathname)
      return target === path ? [] : [target]
    })
}

/**
 * Returns whether a file of HTML is a part of other pages, such as a footer that a script inserts: it has no tag that
 * only a page has. The home page is never one.
 */
export function isFragment(path: string, html: string): boolean {
  return path !== '/' && !/<(?:!doctype|html|head|body|frameset|title|meta)\b/i.test(html)
}

/** Returns the script that fills a page, if the page is empty without: a single-page application. */
export function findApplication({ elements, document: { file } }: Page): Element | undefined {
  if (file.kind !== 'html' || !file.document.hasMountPoint) return undefined
  if (file.document.texts.length > 0) return undefined
  return elements.find(
    ({ tagName, properties: { type, src } }) => tagName === 'script' && type === 'module' && src,
  )
}

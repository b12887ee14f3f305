import type { Element } from 'hast'

import { collapseSpace, resolveUrl } from './elements.ts'
import type { Page } from './page.ts'
import { pagePath } from './read-files.ts'

type RolePage = Pick<Page, 'path' | 'elements' | 'isRedirect'>

/**
 * Returns the paths of the pages whose page view another page sends: the one that shows them in an `<iframe>`, or the
 * one that they redirect to. The home page always sends its own.
 */
export function partPaths(pages: RolePage[], frames: ReadonlyMap<string, unknown>): Set<string> {
  const redirects = pages.filter((page) => page.isRedirect).map(({ path }) => path)
  return new Set([...redirects, ...[...frames.keys()].filter((path) => path !== '/')])
}

/** Returns the first page that shows each framed page in an `<iframe>`, by the path of the framed page. */
export function findFrames<Each extends RolePage>(
  origin: string,
  pages: Each[],
): Map<string, Each> {
  const frames = new Map<string, Each>()
  for (const page of pages) {
    const { path, elements } = page
    for (const { tagName, properties } of elements) {
      const src = collapseSpace(String(properties['src'] ?? ''))
      if (!/^i?frame$/.test(tagName) || src === '') continue
      const url = resolveUrl(elements, origin + path, src)
      const target = url?.origin === origin ? pagePath(url.pathname) : path
      if (target !== path && !frames.has(target)) frames.set(target, page)
    }
  }
  return frames
}

/** Returns whether search engines must not list a page: it is marked `noindex`, or only redirects. */
export function isHidden({ document: { file } }: Pick<Page, 'document'>): boolean {
  return file.kind === 'html' && file.document.isHidden
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
  if (file.document.hasText || file.document.headings.length > 0) return undefined
  return elements.find(
    ({ tagName, properties: { type, src } }) => tagName === 'script' && type === 'module' && src,
  )
}

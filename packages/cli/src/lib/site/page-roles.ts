import type { Element } from 'hast'

import { collapseSpace, resolveUrl } from './elements.ts'
import type { Page } from './page.ts'
import { pagePath } from './read-files.ts'

/** Generated pages, which load no script. */
export const GENERATED_PAGES = /^\/(?:for-llm|docs\/api\.html$)/

/** Pages that a visitor does not search for: errors, pages after a form, and copies. */
export const UNLISTED =
  /(?:^|[-_/])(?:40[134]|50[0-4]|success|thanks?|thank-?_?you|danke|merci|gracias|obrigad[oa]|grazie|dziekuj\w*|dekuj\w*|spasibo|password|backup|bak)(?:[-_/.]|$)/i

type RolePage = Pick<Page, 'path' | 'elements' | 'isRedirect'>

/**
 * Returns whether another page sends the page view of a page: the one that shows it in an `<iframe>`, or the one that it
 * redirects to. A home page in a frame sends its own.
 */
export function isPart(
  { path, isRedirect }: RolePage,
  frames: ReadonlyMap<string, unknown>,
): boolean {
  return isRedirect || (path !== '/' && frames.has(path))
}

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

/** A file without tags that only pages have, such as a footer that a script inserts, is part of other pages. */
export function isFragment(path: string, html: string): boolean {
  const tags = /<(?:!doctype|html|head|body|frameset|title|meta(?![^>]*\sitemprop\b))\b/i
  return path !== '/' && !tags.test(html)
}

export function findApplication({ elements, document: { file } }: Page): Element | undefined {
  if (file.kind !== 'html' || !file.document.hasMountPoint) return undefined
  if (file.document.hasText || file.document.headings.length > 0) return undefined
  return elements.find(
    ({ tagName, properties: { type, src } }) => tagName === 'script' && type === 'module' && src,
  )
}

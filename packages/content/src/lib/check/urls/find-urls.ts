import type { CheckedFile } from '../parse/checked-file.ts'
import { findCssUrls } from './find-css-urls.ts'
import { findUrlsInText, type FoundUrl } from './found-url.ts'

/** @yields Every URL in a file: in links, metadata, style sheets and text. */
export function* findUrls(file: CheckedFile): Generator<FoundUrl> {
  for (const [, href] of (file.headers?.['Link'] ?? '').matchAll(/<([^<>]*)>/g)) {
    yield { href: href!, mayBeRelative: true }
  }
  if (file.kind === 'html') yield* file.document.urls
  if (file.kind === 'sitemap') {
    for (const { url, line } of [...file.sitemap.pages, ...file.sitemap.sitemaps]) {
      yield { href: url, line }
    }
  }
  if (file.kind !== 'text') return
  // No URL contains a backslash. In Markdown, it escapes the next character.
  for (const [index, text] of file.body.replaceAll('\\', '').split('\n').entries()) {
    for (const url of findUrlsInText(text)) yield { ...url, line: index + 1, isLink: true }
  }
  if (!/^\s*text\/css\b/i.test(file.contentType)) return
  for (const href of findCssUrls(file.body)) {
    // A fragment refers to the page that loads the style sheet.
    if (!href.startsWith('#')) yield { href, mayBeRelative: true }
  }
}

import { isLoopback } from '../../url.ts'
import type { CheckedFile } from '../parse/checked-file.ts'
import type { CheckedSite } from '../checked-site.ts'
import { findCssUrls, findUrlsInText, type FoundUrl } from './find-urls.ts'
import type { FileFinding } from '../../finding.ts'

/**
 * Checks that every URL in a file is absolute, public and encrypted, and that every URL of this site exists, with the
 * element that its fragment names.
 */
export function* checkLinks(file: CheckedFile, site: CheckedSite): Generator<FileFinding> {
  const { origin, host } = new URL(site.school.url)
  const fileUrl = origin + file.path
  const seen = new Set<string>()
  const reported = new Set<string>()

  for (const url of findUrls(file)) {
    const { href, kind } = url
    const key = `${kind} ${href}`
    if (seen.has(key)) continue
    seen.add(key)
    if (reported.has(href)) continue
    const fault = findFault(url)
    if (!fault) continue
    reported.add(href)
    const shown = isInText(kind) ? withoutPunctuation(href) : href
    yield {
      line: url.line ?? lineOf(href),
      message: `${truncate(shown)} ${fault[0]}`,
      fix: fault[1],
    }
  }

  function findFault({ href, kind, base = '' }: FoundUrl): Fault | undefined {
    const isLink = kind === 'link' || kind === 'text'
    const isAbsolute = URL.canParse(href)
    if (isAbsolute && !isLink && site.hasUrl(href)) return
    if (!isAbsolute && isInText(kind)) return
    if (!isAbsolute && kind === 'metadata') {
      return ['is a relative URL.', `Start it with "${origin}".`]
    }
    const hasBase = kind !== 'base' && URL.canParse(base, fileUrl)
    const baseUrl = hasBase ? new URL(base, fileUrl).href : fileUrl
    if (!URL.canParse(href, baseUrl)) return ['is not a valid URL.', 'Correct it, or delete it.']
    const url = new URL(href, baseUrl)
    if (!site.hasUrl(href) && !site.hasUrl(url.href)) {
      if (isLoopback(url.hostname)) {
        return [
          'is a loopback URL, which only works on your computer.',
          `Write "${origin}" for this site.`,
        ]
      }
      if (url.host !== host || kind === 'base') {
        return url.host === host && url.protocol === 'http:' ? NOT_ENCRYPTED : undefined
      }
      if (url.protocol === 'http:') return NOT_ENCRYPTED
      if (isInText(kind) && hasShorterUrl(url.href)) return
      return [
        'does not exist: it is not a file of the site and not a page of the description.',
        'Add it to pages, or correct it.',
      ]
    }
    if (isLink) return findFragmentFault(url, kind)
  }

  function findFragmentFault(url: URL, kind: FoundUrl['kind']): Fault | undefined {
    const ids = site.idsOf(url)
    if (!ids) return
    // After ":~:", a browser searches for text.
    const [fragment] = decode(url.hash.slice(1)).split(':~:') as [string]
    // Scripts use "#/" and "#!" for routes.
    if (fragment === '' || /^(?:top$|[/!])/i.test(fragment) || ids.has(fragment)) return
    const written = isInText(kind) ? withoutPunctuation(fragment.split(PUNCTUATION)[0]!) : fragment
    if (written === '' || ids.has(written)) return
    return [
      'leads to an element that the page does not have.',
      `Add id="${truncate(written)}" to one, or correct the link.`,
    ]
  }

  /** Returns whether a URL that was found in text exists without the characters that may be punctuation. */
  function hasShorterUrl(href: string): boolean {
    if (site.hasUrl(withoutPunctuation(href))) return true
    const home = new URL('/', href).href
    // No longer URL exists. Without this limit, a long URL would take quadratic time.
    for (let end = home.length + 1; end <= site.maxUrlLength && end < href.length; end += 1) {
      if (PUNCTUATION.test(href[end]!) && site.hasUrl(href.slice(0, end))) return true
    }
    return false
  }

  function lineOf(href: string): number | undefined {
    const offset = file.body.indexOf(href)
    return offset === -1 ? undefined : file.body.slice(0, offset).split('\n').length
  }
}

/** @yields Every URL in a file: in links, metadata, style sheets and text. */
function* findUrls(file: CheckedFile): Generator<FoundUrl> {
  for (const [, href] of (file.headers?.['Link'] ?? '').matchAll(/<([^<>]*)>/g)) {
    yield { href: href!, kind: 'reference' }
  }
  if (file.kind === 'html') yield* file.document.urls
  if (file.kind === 'sitemap') {
    for (const { url, line } of [...file.sitemap.pages, ...file.sitemap.sitemaps]) {
      yield { href: url, kind: 'metadata', line }
    }
  }
  if (file.kind !== 'text') return
  // No URL contains a backslash. In Markdown, it escapes the next character.
  for (const [index, text] of file.body.replaceAll('\\', '').split('\n').entries()) {
    for (const url of findUrlsInText(text)) yield { ...url, line: index + 1 }
  }
  if (!/^\s*text\/css\b/i.test(file.contentType)) return
  for (const href of findCssUrls(file.body)) {
    // A fragment refers to the page that loads the style sheet.
    if (!href.startsWith('#')) yield { href, kind: 'reference' }
  }
}

function isInText(kind: FoundUrl['kind']): boolean {
  return kind === 'text' || kind === 'script'
}

/** The end of a message, after the URL, and what to do. */
type Fault = [message: string, fix: string]

const NOT_ENCRYPTED: Fault = ['is not encrypted.', 'Replace "http:" with "https:".']

/** The characters that end a URL in text unless they are part of it. */
const PUNCTUATION = /['()[\]{},;!*|`\\]/

/** Returns a URL without the characters at its end that may be punctuation of the text. */
function withoutPunctuation(href: string): string {
  let end = href.length
  while (end > 0 && TRAILING_PUNCTUATION.includes(href[end - 1]!)) end -= 1
  return href.slice(0, end)
}

const TRAILING_PUNCTUATION = ".,:;!?*_~'()[]{}|`\\"

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function truncate(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

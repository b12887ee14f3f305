import { isLoopback } from '../../url.ts'
import type { CheckedFile } from '../parse/checked-file.ts'
import type { CheckedSite } from '../checked-site.ts'
import { findUrls } from './find-urls.ts'
import type { FoundUrl } from './found-url.ts'
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
    const { href, mayBeRelative, isInText, isLink, isBase } = url
    // Where a URL stands decides what it may be.
    const key = [mayBeRelative, isInText, isLink, isBase].map(Number).join('') + href
    if (seen.has(key)) continue
    seen.add(key)
    if (reported.has(href)) continue
    const fault = findFault(url)
    if (!fault) continue
    reported.add(href)
    const shown = isInText ? withoutPunctuation(href) : href
    yield {
      line: url.line ?? lineOf(href),
      message: `${truncate(shown)} ${fault[0]}`,
      fix: fault[1],
    }
  }

  function findFault(found: FoundUrl): Fault | undefined {
    const { href, mayBeRelative, isInText, isLink, isBase, base = '' } = found
    const isAbsolute = URL.canParse(href)
    if (isAbsolute && !isLink && site.hasUrl(href)) return
    if (!isAbsolute && isInText) return
    if (!isAbsolute && !mayBeRelative) return ['is a relative URL.', `Start it with "${origin}".`]
    const baseUrl = URL.canParse(base, fileUrl) ? new URL(base, fileUrl).href : fileUrl
    if (!URL.canParse(href, baseUrl)) return ['is not a valid URL.', 'Correct it, or delete it.']
    const url = new URL(href, baseUrl)
    if (!site.hasUrl(href) && !site.hasUrl(url.href)) {
      if (isLoopback(url.hostname)) {
        return [
          'is a loopback URL, which only works on your computer.',
          `Write "${origin}" for this site.`,
        ]
      }
      if (url.host !== host || isBase) {
        return url.host === host && url.protocol === 'http:' ? NOT_ENCRYPTED : undefined
      }
      if (url.protocol === 'http:') return NOT_ENCRYPTED
      if (isInText && hasShorterUrl(url.href)) return
      return [
        'does not exist: it is not a file of the site and not a page of the description.',
        'Add it to pages, or correct it.',
      ]
    }
    if (isLink) return findFragmentFault(url, isInText)
  }

  function findFragmentFault(url: URL, isInText: boolean | undefined): Fault | undefined {
    const ids = site.idsOf(url)
    if (!ids) return
    // After ":~:", a browser searches for text.
    const [fragment] = decode(url.hash.slice(1)).split(':~:') as [string]
    // Scripts use "#/" and "#!" for routes.
    if (fragment === '' || /^(?:top$|[/!])/i.test(fragment) || ids.has(fragment)) return
    const written = isInText ? withoutPunctuation(fragment.split(PUNCTUATION)[0]!) : fragment
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

import { isLoopback } from '../url.ts'
import type { CheckedFile } from './checked-file.ts'
import type { CheckedSite } from './checked-site.ts'
import { findUrls, type FoundUrl } from './find-urls.ts'
import type { Finding } from './problem.ts'

/**
 * Checks that every URL in a file is absolute, public and encrypted, and that every URL of this site exists.
 *
 * @yields The problems found.
 */
export function* checkLinks(file: CheckedFile, site: CheckedSite): Generator<Finding> {
  const { origin, host } = new URL(site.school.url)
  const seen = new Set<string>()

  for (const url of findUrls(file)) {
    const { href } = url
    if (seen.has(href)) continue
    seen.add(href)
    if (site.hasUrl(href)) continue
    const problem = findProblem(url)
    if (!problem) continue
    const shown = url.isInText ? href.replace(TRAILING_PUNCTUATION, '') : href
    yield { line: url.line ?? lineOf(href), message: `${truncate(shown)} ${problem}` }
  }

  function findProblem({ href, mayBeRelative, isInText }: FoundUrl): string | undefined {
    if (!URL.canParse(href)) {
      if (isInText) return
      if (!mayBeRelative) return `is a relative URL. Start it with "${origin}".`
    }
    if (!URL.canParse(href, origin + file.path)) {
      return 'is not a valid URL. Correct it, or delete it.'
    }
    const url = new URL(href, origin + file.path)
    if (isLoopback(url.hostname)) {
      return `is a loopback URL, which only works on your computer. Write "${origin}" for this site.`
    }
    if (url.host !== host) return
    if (url.protocol === 'http:') return 'is not encrypted. Replace "http:" with "https:".'
    if (site.hasUrl(url.href)) return
    if (isInText && shorterUrls(url.href).some((shorter) => site.hasUrl(shorter))) return
    return 'does not exist: it is not a file of the site and not a page of the description. Add it to pages, or correct it.'
  }

  function lineOf(href: string): number | undefined {
    const offset = file.body.indexOf(href)
    return offset === -1 ? undefined : file.body.slice(0, offset).split('\n').length
  }
}

/** Returns a URL without the characters at its end, or after them, that may be punctuation of the text. */
function shorterUrls(href: string): string[] {
  const home = new URL('/', href).href
  const cuts = Array.from(href.matchAll(/['()[\]{},;!*|`\\]/g), ({ index }) => href.slice(0, index))
  return [href.replace(TRAILING_PUNCTUATION, ''), ...cuts.filter((cut) => cut.length > home.length)]
}

const TRAILING_PUNCTUATION = /[.,:;!?*_~'()[\]{}|`\\]+$/

function truncate(href: string): string {
  return href.length > 200 ? `${href.slice(0, 200)}…` : href
}

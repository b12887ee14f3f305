import type { FileFinding } from '../finding.ts'
import { isLoopback } from '../url.ts'
import type { CheckedSite } from './checked-site.ts'
import type { CheckedFile } from './parse/checked-file.ts'

/**
 * Checks that every link inside the site leads to a file or page, with the element that its fragment names, and that no
 * link leads to the developer's computer.
 */
export function* checkLinks(file: CheckedFile, site: CheckedSite): Generator<FileFinding> {
  if (file.kind !== 'html') return
  const { origin, host } = new URL(site.school.url)
  const fileUrl = origin + file.path
  const seen = new Set<string>()
  const { urls, base = '' } = file.document
  const baseUrl = URL.canParse(base, fileUrl) ? new URL(base, fileUrl).href : fileUrl
  for (const { href, line } of urls) {
    if (seen.has(href)) continue
    seen.add(href)
    const fault = findFault(href)
    if (fault) yield { line, message: `${truncate(href)} ${fault[0]}`, fix: fault[1] }
  }

  function findFault(href: string): Fault | undefined {
    if (!URL.canParse(href, baseUrl)) return ['is not a valid URL.', 'Correct it, or delete it.']
    const url = new URL(href, baseUrl)
    if (site.hasUrl(href) || site.hasUrl(url.href)) return findFragmentFault(url)
    if (isLoopback(url.hostname)) {
      return [
        'is a loopback URL, which only works on your computer.',
        `Write "${origin}" for this site.`,
      ]
    }
    if (url.host !== host) return
    if (url.protocol === 'http:') return ['is not encrypted.', 'Replace "http:" with "https:".']
    return [
      'does not exist: no file of the site and no page of school.config.ts has this URL.',
      'Add it to pages, or correct it.',
    ]
  }

  function findFragmentFault(url: URL): Fault | undefined {
    const ids = site.idsOf(url)
    // After ":~:", a browser searches for text. Scripts use "#/" and "#!" for routes.
    const [fragment] = decode(url.hash.slice(1)).split(':~:') as [string]
    if (!ids || fragment === '' || /^(?:top$|[/!])/i.test(fragment) || ids.has(fragment)) return
    return [
      'leads to an element that the page does not have.',
      `Add id="${truncate(fragment)}" to one, or correct the link.`,
    ]
  }
}

/** The end of a message, after the URL, and what to do. */
type Fault = [message: string, fix: string]

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

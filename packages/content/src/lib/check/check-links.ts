import { isLoopback } from '../url.ts'
import { type Address, addressesOf } from './addresses-of.ts'
import { lineAt } from './line-at.ts'
import type { Finding } from './problem.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'

/**
 * Every address that a file names can be followed: it is whole, public and encrypted, and if it is one of this
 * site, something is there.
 *
 * @yields What keeps it from that.
 */
export function* checkLinks(file: SiteFile, site: Site): Generator<Finding> {
  const { origin, host } = new URL(site.school.url)
  const seen = new Set<string>()

  for (const address of addressesOf(file)) {
    const { href } = address
    if (seen.has(href)) continue
    seen.add(href)
    if (site.has(href)) continue
    const reason = judge(address)
    if (!reason) continue
    const shown = address.isInText ? href.replace(SIGNS, '') : href
    yield { line: address.line ?? lineOf(href), message: `${shorten(shown)} ${reason}` }
  }

  function judge({ href, mayBeRelative, isInText }: Address): string | undefined {
    if (!URL.canParse(href)) {
      if (isInText) return
      if (!mayBeRelative) return `is only a part of an address: begin it with "${origin}".`
    }
    if (!URL.canParse(href, origin + file.path)) return 'is no address: correct it, or delete it.'
    const url = new URL(href, origin + file.path)
    if (isLoopback(url.hostname)) {
      return `leads to the computer of whoever follows it: write "${origin}" for this site.`
    }
    if (url.host !== host) return
    if (url.protocol === 'http:') return 'is not encrypted: write "https:" for "http:".'
    if (site.has(url.href)) return
    if (isInText && withoutEnd(url.href).some((shorter) => site.has(shorter))) return
    return 'leads to nothing: it is none of the files, and none of the pages in the description. List it under pages, or correct it.'
  }

  function lineOf(href: string): number | undefined {
    const offset = file.body.indexOf(href)
    return offset === -1 ? undefined : lineAt(file.body, offset)
  }
}

/** An address in a text, shortened by the signs in it that may be those of the text. */
function withoutEnd(href: string): string[] {
  const home = new URL('/', href).href
  const cuts = Array.from(href.matchAll(/['()[\]{},;!*|`\\]/g), ({ index }) => href.slice(0, index))
  return [href.replace(SIGNS, ''), ...cuts.filter((cut) => cut.length > home.length)]
}

/** At the end of an address, more likely those of the text. */
const SIGNS = /[.,:;!?*_~'()[\]{}|`\\]+$/

function shorten(href: string): string {
  return href.length > 200 ? `${href.slice(0, 200)}…` : href
}

import { absoluteUrl } from '../url.ts'
import type { Page } from '../school-schema.ts'
import { isPlainPath } from './is-plain-path.ts'
import type { Site } from './site.ts'

/**
 * The `<url>` elements of a page, ASCII only: its own, and one for each variant.
 *
 * Each lists all of them, itself included, and the page itself as `x-default`, as Google asks
 * (developers.google.com/search/docs/specialty/international/localized-versions). They are the same content,
 * and so have the same `lastmod`.
 */
export function toUrlElements(site: Site, page: Page): string[] {
  const address = toAddress(site, page.path)
  const lastmod = page.lastmod === undefined ? '' : `<lastmod>${page.lastmod}</lastmod>`
  if (!page.variants || Object.keys(page.variants).length === 0) {
    return [toElement(address, lastmod)]
  }

  const alternates = new Map([[page.language ?? site.language, address]])
  // One in the page's own language takes its place there, and the page is where visitors choose.
  for (const [language, path] of Object.entries(page.variants)) {
    alternates.set(language, toAddress(site, path))
  }
  alternates.set('x-default', address)
  const rest = [lastmod, ...Array.from(alternates, toLink)].join('')
  return Array.from(new Set(alternates.values()), (address) => toElement(address, rest))
}

function toElement(address: string, rest: string): string {
  return `<url><loc>${address}</loc>${rest}</url>\n`
}

function toLink([language, address]: [string, string]): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`
}

/** Escaped for XML. */
function toAddress(site: Site, path: string): string {
  const isPlain = isPlainPath(path)
  const address = isPlain ? site.url + path : absoluteUrl(site, path)
  if (address.length > LONGEST) {
    throw new Error(
      `The sitemap cannot list the page "${path.slice(0, 100)}…": its address has ${address.length} characters, and search engines read at most ${LONGEST}. Shorten its path.`,
    )
  }
  return isPlain ? address : address.replace(/[&'"<>]/g, (character) => ENTITIES[character]!)
}

/** Less than 2,048 characters (sitemaps.org/protocol.html). */
const LONGEST = 2047

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  "'": '&apos;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
}

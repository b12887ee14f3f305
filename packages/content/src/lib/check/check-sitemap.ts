import { lineAt } from './line-at.ts'
import type { Finding } from './problem.ts'
import type { XmlElement } from './read-xml.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'

/**
 * A sitemap follows the protocol in what search engines read of it (sitemaps.org/protocol.html).
 *
 * @yields What keeps it from that.
 */
export function* checkSitemap(file: SiteFile, { school }: Site): Generator<Finding> {
  if (file.kind !== 'xml' || !Object.hasOwn(ENTRIES, file.root.name)) return
  const { name, attributes, children } = file.root
  const entryName = ENTRIES[name]
  const { origin } = new URL(school.url)

  if (attributes['xmlns'] !== NAMESPACE) {
    const message = `Search engines look for another namespace: write <${name} xmlns="${NAMESPACE}">.`
    yield { line: lineOf(file.root), message }
  }
  if (children.length === 0) {
    yield { message: 'It is empty: list at least one page, or render the files again.' }
  }
  if (children.length > MOST) {
    const message = `It has ${children.length} entries, and search engines read ${MOST}: render the files again, which splits it.`
    yield { message }
  }
  for (const entry of children) {
    const message =
      entry.name === entryName
        ? judge(entry, origin)
        : `<${entry.name}> has no place here: write <${entryName}>.`
    if (message) yield { line: lineOf(entry), message }
  }

  function lineOf({ offset }: XmlElement): number {
    return lineAt(file.body, offset)
  }
}

const ENTRIES: Record<string, string> = { urlset: 'url', sitemapindex: 'sitemap' }

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const MOST = 50_000

function judge({ name, children }: XmlElement, origin: string): string | undefined {
  const [loc, ...others] = children
  const places = children.map(({ name }) => placeOf(name))
  if (loc?.name !== 'loc') return `<${name}> begins without an address: write <loc> first.`
  if (places.includes(-1)) {
    return `<${children[places.indexOf(-1)]!.name}> has no place in <${name}>: delete it.`
  }
  if (places.some((place, index) => index > 0 && place < places[index - 1]!)) {
    return `What stands in <${name}> is in the wrong order: write loc, lastmod, changefreq, priority, and then all else.`
  }
  for (const [index, place] of places.entries()) {
    if (place < ORDER.length && places.indexOf(place) !== index) {
      return `<${ORDER[place]}> stands in <${name}> twice: delete one.`
    }
  }

  const address = loc.text.trim()
  if (!URL.canParse(address) || new URL(address).origin !== origin) {
    return `"${address}" is no address of this site, and a sitemap lists no others: begin it with "${origin}/".`
  }
  if (address.length > LONGEST) {
    return `Its address has ${address.length} characters, and search engines read ${LONGEST}: shorten its path.`
  }
  const lastmod = others.find(({ name }) => name === 'lastmod')?.text.trim()
  if (lastmod !== undefined && !isW3cDatetime(lastmod)) {
    return `"${lastmod}" is no day that exists: write year-month-day, such as "2026-09-01".`
  }
}

const ORDER = ['loc', 'lastmod', 'changefreq', 'priority']

const LONGEST = 2047

/** In the order of the protocol, everything foreign last; -1 for what is unknown. */
function placeOf(name: string): number {
  return name.includes(':') ? ORDER.length : ORDER.indexOf(name)
}

/** A year, a month, a day or a moment (w3.org/TR/NOTE-datetime). */
function isW3cDatetime(value: string): boolean {
  const [, day, time] = /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(T.*)?$/.exec(value) ?? []
  if (day === undefined || (time !== undefined && !TIME.test(time))) return false
  if (time !== undefined && day.length < 10) return false
  // February has no 30th, and Date makes it March.
  const date = new Date(day)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/

import type * as xast from 'xast'

import { absoluteUrl } from '../../url.ts'
import { PATHS } from '../../resource.ts'
import type { CheckedFile } from '../parse/checked-file.ts'
import type { CheckedSite } from '../checked-site.ts'
import { childElements, elementText } from '../parse/parse-xml.ts'
import type { FileFinding } from '../../finding.ts'

/**
 * Checks that a sitemap follows the parts of the protocol that search engines read.
 *
 * @yields The findings.
 * @see https://www.sitemaps.org/protocol.html
 */
export function* checkSitemap(
  file: CheckedFile,
  { school, today }: CheckedSite,
): Generator<FileFinding> {
  if (file.kind !== 'xml' || !Object.hasOwn(ENTRY_NAMES, file.tree.name)) return
  const { name, attributes } = file.tree
  const entries = childElements(file.tree)
  const entryName = ENTRY_NAMES[name]
  const { origin } = new URL(school.url)

  if (attributes['xmlns'] !== NAMESPACE) {
    yield {
      line: lineOf(file.tree),
      message: 'The namespace is not the one that search engines read.',
      fix: `Write <${name} xmlns="${NAMESPACE}">.`,
    }
  }
  if (entries.length === 0) {
    yield {
      message: 'The sitemap is empty.',
      fix: 'List at least one page, or render the files again.',
    }
  }
  if (entries.length > MAX_ENTRIES) {
    yield {
      message: `The sitemap has ${entries.length} entries, and search engines read ${MAX_ENTRIES}.`,
      fix: 'Render the files again to split it.',
    }
  }
  for (const entry of entries) {
    const found =
      entry.name === entryName
        ? findEntryFault(entry, origin, today)
        : { message: `<${entry.name}> is not allowed here.`, fix: `Write <${entryName}>.` }
    if (found) yield { line: lineOf(entry), ...found }
  }
}

const ENTRY_NAMES: Record<string, string> = { urlset: 'url', sitemapindex: 'sitemap' }

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const MAX_ENTRIES = 50_000

function findEntryFault(
  entry: xast.Element,
  origin: string,
  today: string | undefined,
): FileFinding | undefined {
  const { name } = entry
  const children = childElements(entry)
  const positions = children.map(({ name }) => positionInEntry(name))
  if (children[0]?.name !== 'loc')
    return { message: `<${name}> does not start with its URL.`, fix: 'Write <loc> first.' }
  if (positions.includes(-1)) {
    return {
      message: `<${children[positions.indexOf(-1)]!.name}> is not allowed in <${name}>.`,
      fix: 'Delete it.',
    }
  }
  if (positions.some((position, index) => index > 0 && position < positions[index - 1]!)) {
    return {
      message: `The elements of <${name}> are in the wrong order.`,
      fix: 'Write loc, lastmod, changefreq, priority, then all others.',
    }
  }
  for (const [index, position] of positions.entries()) {
    if (position < ORDER.length && positions.indexOf(position) !== index) {
      return { message: `<${name}> has <${ORDER[position]}> twice.`, fix: 'Delete one.' }
    }
  }

  const url = elementText(children[0])
  if (!URL.canParse(url) || new URL(url).origin !== origin) {
    return { message: `"${url}" is not a URL of this site.`, fix: `Start it with "${origin}/".` }
  }
  if (url.length > MAX_URL_LENGTH) {
    return {
      message: `The URL has ${url.length} characters, and search engines read ${MAX_URL_LENGTH}.`,
      fix: 'Shorten its path.',
    }
  }
  const lastmod = children.find(({ name }) => name === 'lastmod')
  if (!lastmod) return
  const date = elementText(lastmod)
  if (!isW3cDatetime(date)) {
    return {
      message: `"${date}" is not a valid date.`,
      fix: 'Write year-month-day, such as "2026-09-01".',
    }
  }
  if (today !== undefined && isAfter(date, today)) {
    return {
      message: `"${date}" is in the future, and search engines ignore such dates.`,
      fix: 'Write the day on which the page last changed.',
    }
  }
}

const ORDER = ['loc', 'lastmod', 'changefreq', 'priority']

const MAX_URL_LENGTH = 2047

/** Returns the position the protocol requires. Extensions come last; -1 means an unknown element. */
function positionInEntry(name: string): number {
  return name.includes(':') ? ORDER.length : ORDER.indexOf(name)
}

/** Accepts a year, a month, a day or a point in time (https://www.w3.org/TR/NOTE-datetime). */
function isW3cDatetime(value: string): boolean {
  const [, day, time] = /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(T.*)?$/.exec(value) ?? []
  if (day === undefined || (time !== undefined && !TIME.test(time))) return false
  if (time !== undefined && day.length < 10) return false
  // Date parses February 30 as March 2.
  const date = new Date(day)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/

/** Returns whether a date is after a day. A date without a day is compared by its year or month. */
function isAfter(date: string, day: string): boolean {
  const utc = date.includes('T') ? new Date(date).toISOString().slice(0, 10) : date
  return utc > day.slice(0, utc.length)
}

/**
 * Checks that each page in several languages lists all of them, itself included, and that all versions list the
 * same: search engines ignore links that are not mutual.
 *
 * @yields The findings.
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function* checkSitemapVariants(file: CheckedFile): Generator<FileFinding> {
  if (file.kind !== 'xml' || file.tree.name !== 'urlset') return
  const entries = childElements(file.tree).map((entry) => ({
    entry,
    url: locOf(entry) ?? '',
    variants: variantsOf(entry),
  }))
  const sets = new Map(entries.map(({ url, variants }) => [url, serializeVariants(variants)]))

  for (const { entry, url, variants } of entries) {
    const found = findFault(url, variants)
    if (found) yield { line: lineOf(entry), ...found }
  }

  function findFault(url: string, variants: Variant[]): FileFinding | undefined {
    if (variants.length === 0) return
    const languages = new Set<string>()
    const repeated = variants
      .map(({ language }) => language.toLowerCase())
      .find((language) => languages.size === languages.add(language).size)
    if (repeated !== undefined)
      return { message: `"${url}" has two variants for "${repeated}".`, fix: 'Delete one.' }
    if (!variants.some(({ href }) => href === url)) {
      return {
        message: `"${url}" does not list itself among its languages.`,
        fix: 'Add an xhtml:link for it.',
      }
    }
    const set = serializeVariants(variants)
    const other = variants.find(({ href }) => (sets.get(href) ?? set) !== set)
    if (other === undefined) return
    return {
      message: `"${url}" and "${other.href}" list different languages.`,
      fix: 'Write the same xhtml:link elements for both.',
    }
  }
}

interface Variant {
  language: string
  href: string
}

function variantsOf(entry: xast.Element): Variant[] {
  return childElements(entry).flatMap(({ name, attributes }) => {
    const { hreflang, href } = attributes
    return name.endsWith(':link') && typeof hreflang === 'string'
      ? [{ language: hreflang, href: href ?? '' }]
      : []
  })
}

/** Returns the same string for the same variants in any order. */
function serializeVariants(variants: Variant[]): string {
  return variants
    .map(({ language, href }) => `${language.toLowerCase()} ${href}`)
    .toSorted()
    .join('\n')
}

/**
 * Checks that the sitemap at `/sitemap.xml` lists every page of the description once, directly or through an index.
 *
 * @yields The findings.
 */
export function* checkSitemapPages(
  file: CheckedFile,
  { school, files }: CheckedSite,
): Generator<FileFinding> {
  if (file.path !== PATHS.sitemap || file.kind !== 'xml') return
  if (!Object.hasOwn(ENTRY_NAMES, file.tree.name)) {
    yield {
      line: 1,
      message: `The root element of a sitemap cannot be <${file.tree.name}>.`,
      fix: 'Render the files again.',
    }
    return
  }
  const indexed = new Set(file.tree.name === 'sitemapindex' ? locsIn(file.tree) : [])
  const listed = new Map<string, string>()
  for (const part of files) {
    if (part.kind !== 'xml' || part.tree.name !== 'urlset') continue
    if (part !== file && !indexed.has(absoluteUrl(school, part.path))) {
      yield { message: `${part.path} is not in the index.`, fix: 'List it, or delete that file.' }
    }
    for (const url of locsIn(part.tree)) {
      const earlier = listed.get(url)
      if (earlier !== undefined) {
        yield {
          message: `"${url}" is listed twice, in ${earlier} and in ${part.path}.`,
          fix: 'Delete one.',
        }
      }
      listed.set(url, part.path)
    }
  }
  for (const { path, variants } of school.pages) {
    for (const page of [path, ...Object.values(variants ?? {})]) {
      if (listed.has(absoluteUrl(school, page))) continue
      yield { message: `The page "${page}" is not listed.`, fix: 'Render the files again.' }
    }
  }
}

function locsIn(root: xast.Element): string[] {
  return childElements(root).flatMap((entry) => locOf(entry) ?? [])
}

function locOf(entry: xast.Element): string | undefined {
  const loc = childElements(entry).find(({ name }) => name === 'loc')
  return loc && elementText(loc)
}

function lineOf({ position }: xast.Element): number | undefined {
  return position?.start.line
}

import { PATHS } from '../../resource.ts'
import type { ListedUrl } from '../../sitemap/parse-sitemap.ts'
import { absoluteUrl, pagePaths } from '../../url.ts'
import type { CheckedFile } from '../parse/checked-file.ts'
import type { CheckedSite } from '../checked-site.ts'
import type { FileFinding } from '../../finding.ts'

/**
 * Checks that a sitemap lists URLs of this site with valid dates, and that `/sitemap.xml` lists every page of the
 * description once, directly or through an index.
 *
 * @see https://www.sitemaps.org/protocol.html
 */
export function* checkSitemap(file: CheckedFile, site: CheckedSite): Generator<FileFinding> {
  if (file.kind !== 'sitemap') return
  const { root, pages, sitemaps } = file.sitemap
  const { origin } = new URL(site.school.url)
  if (root !== 'urlset' && root !== 'sitemapindex') {
    yield {
      line: 1,
      message: `The root element of a sitemap cannot be <${root}>.`,
      fix: 'Render the files again.',
    }
    return
  }
  const entries = [...pages, ...sitemaps]
  if (entries.length === 0) {
    yield {
      message: 'The sitemap is empty.',
      fix: 'List at least one page, or render the files again.',
    }
  }
  for (const entry of entries) yield* checkEntry(entry, origin, site.today)
  if (file.path === PATHS.sitemap) yield* checkPages(site)
}

function* checkEntry(
  { url, lastmod, line }: ListedUrl,
  origin: string,
  today: string | undefined,
): Generator<FileFinding> {
  if (!URL.canParse(url) || new URL(url).origin !== origin) {
    yield {
      line,
      message: `"${url}" is not a URL of this site.`,
      fix: `Start it with "${origin}/".`,
    }
  } else if (lastmod !== undefined && !isW3cDatetime(lastmod)) {
    yield {
      line,
      message: `"${lastmod}" is not a valid date.`,
      fix: 'Write year-month-day, such as "2026-09-01".',
    }
  } else if (lastmod !== undefined && today !== undefined && isAfter(lastmod, today)) {
    yield {
      line,
      message: `"${lastmod}" is in the future, and search engines ignore such dates.`,
      fix: 'Write the day on which the page last changed.',
    }
  }
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

// Only the given files are known. A part of an index that is missing is reported as a missing file, too.
function* checkPages({ school, files }: CheckedSite): Generator<FileFinding> {
  const listed = new Map<string, string>()
  for (const part of files) {
    if (part.kind !== 'sitemap') continue
    for (const { url } of part.sitemap.pages) {
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
  for (const page of pagePaths(school.pages)) {
    if (listed.has(absoluteUrl(school, page))) continue
    yield { message: `The page "${page}" is not listed.`, fix: 'Render the files again.' }
  }
}

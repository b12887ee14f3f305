import { Readable } from 'node:stream'

import type { School } from '@conversion-capi/content'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { findSitemaps } from './lib/resources.ts'
import { schools } from './lib/schools.ts'

/** Problems that the parser logs instead of throwing. */
const warnings: unknown[] = []

beforeEach(() => {
  for (const level of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...values) => warnings.push(values))
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  warnings.length = 0
})

describe.each(schools)('the package sitemap with the sitemaps of %s', (_, school) => {
  const { index, sitemaps } = findSitemaps(school)

  it('reads every page of the description with its date and its language variants', async () => {
    const items = (
      await Promise.all(sitemaps.map((xml) => parseSitemap(Readable.from([xml]))))
    ).flat()
    const read = new Map(
      items.map(({ url, lastmod, links }) => [url, { lastmod, links: formatLinks(links) }]),
    )

    expect(warnings).toEqual([])
    expect(read.size).toBe(items.length)
    for (const [url, entry] of expectedEntries(school)) {
      expect({ url, ...read.get(url) }).toEqual({ url, ...entry })
      read.delete(url)
    }
    expect([...read.keys()].map((url) => new URL(url).pathname)).toEqual(GENERATED_PAGES)
  })

  it('reads the index if there is one', async () => {
    if (index === undefined) return
    const items = await parseSitemapIndex(Readable.from([index]))
    expect(warnings).toEqual([])
    expect(items).toHaveLength(sitemaps.length)
    expect(new Set(items.map(({ url }) => url)).size).toBe(sitemaps.length)
  })
})

it('the package sitemap logs a warning for an invalid date', async () => {
  const xml =
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://polaris.example/</loc><lastmod>yesterday</lastmod></url></urlset>'
  await parseSitemap(Readable.from([xml]))
  expect(warnings).not.toEqual([])
})

/** Pages that the content package generates. */
const GENERATED_PAGES = ['/for-llm/', '/docs/api.html']

type Page = School['pages'][number]

interface Entry {
  lastmod: string | undefined
  links: string[]
}

function* expectedEntries(school: School): Generator<[url: string, entry: Entry]> {
  for (const page of school.pages) {
    const links = expectedLinks(school, page)
    yield [toUrl(school, page.path), { lastmod: page.lastmod, links }]
    for (const path of Object.values(page.variants ?? {})) {
      yield [toUrl(school, path), { lastmod: page.lastmod, links }]
    }
  }
}

/** Every variant lists all variants, including itself and the default. */
function expectedLinks(school: School, { path, language, variants }: Page): string[] {
  if (!variants) return []
  const paths: Record<string, string> = {
    [language ?? school.language]: path,
    ...variants,
    'x-default': path,
  }
  return formatLinks(
    Object.entries(paths).map(([lang, path]) => ({ lang, url: toUrl(school, path) })),
  )
}

function formatLinks(links: { lang: string; url: string }[]): string[] {
  return links.map(({ lang, url }) => `${lang} ${url}`).toSorted()
}

function toUrl(school: School, path: string): string {
  // Parentheses are encoded because they end a URL in Markdown.
  return new URL(path, school.url).href.replaceAll('(', '%28').replaceAll(')', '%29')
}

import { Readable } from 'node:stream'

import type { School } from '@conversion-capi/content'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { schools } from './lib/schools.ts'
import { sitemapFiles } from './lib/sitemap-files.ts'

/** What the parser says of a file that it nevertheless reads. */
const complaints: unknown[] = []

beforeEach(() => {
  for (const level of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => complaints.push(words))
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  complaints.length = 0
})

describe.each(schools)('the package “sitemap” on the sitemap of %s', (_, school) => {
  const { index, sitemaps } = sitemapFiles(school)

  it('reads back the pages of the description, with their days and their variants', async () => {
    const items = (
      await Promise.all(sitemaps.map((xml) => parseSitemap(Readable.from([xml]))))
    ).flat()
    const read = new Map(
      items.map(({ url, lastmod, links }) => [url, { lastmod, links: write(links) }]),
    )

    expect(complaints).toEqual([])
    expect(read.size).toBe(items.length)
    for (const [url, entry] of expectedEntries(school)) {
      expect({ url, ...read.get(url) }).toEqual({ url, ...entry })
      read.delete(url)
    }
    expect([...read.keys()].map((url) => new URL(url).pathname)).toEqual(WRITTEN_PAGES)
  })

  it('reads back the index, where there is one', async () => {
    if (index === undefined) return
    const items = await parseSitemapIndex(Readable.from([index]))
    expect(complaints).toEqual([])
    expect(items).toHaveLength(sitemaps.length)
    expect(new Set(items.map(({ url }) => url)).size).toBe(sitemaps.length)
  })
})

it('complains of a day that is none', async () => {
  const xml =
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://polaris.example/</loc><lastmod>yesterday</lastmod></url></urlset>'
  await parseSitemap(Readable.from([xml]))
  expect(complaints).not.toEqual([])
})

/** Pages that are written from the description. */
const WRITTEN_PAGES = ['/for-llm/', '/docs/api.html']

type Page = School['pages'][number]

interface Entry {
  lastmod: string | undefined
  links: string[]
}

function* expectedEntries(school: School): Generator<[url: string, entry: Entry]> {
  for (const page of school.pages) {
    const links = expectedLinks(school, page)
    yield [address(school, page.path), { lastmod: page.lastmod, links }]
    for (const path of Object.values(page.variants ?? {})) {
      yield [address(school, path), { lastmod: page.lastmod, links }]
    }
  }
}

/** Every variant lists all variants, itself included, and the one for everybody else. */
function expectedLinks(school: School, { path, language, variants }: Page): string[] {
  if (!variants) return []
  const paths: Record<string, string> = {
    [language ?? school.language]: path,
    ...variants,
    'x-default': path,
  }
  return write(Object.entries(paths).map(([lang, path]) => ({ lang, url: address(school, path) })))
}

function write(links: { lang: string; url: string }[]): string[] {
  return links.map(({ lang, url }) => `${lang} ${url}`).toSorted()
}

function address(school: School, path: string): string {
  // Readers of Markdown end an address at a parenthesis, so that one is encoded everywhere.
  return new URL(path, school.url).href.replaceAll('(', '%28').replaceAll(')', '%29')
}

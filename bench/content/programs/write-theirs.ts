/** Writes the same sitemap with the package `sitemap`, as in its README but without gzip. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { SitemapAndIndexStream, type SitemapItemLoose, SitemapStream } from 'sitemap'

import { ORIGIN, sitePages } from '../lib/site-pages.ts'
import { timeWriting } from '../lib/time-writing.ts'

await timeWriting(async (urls, hasVariants, folder) => {
  // Matches the output of renderSitemap: only used namespaces, and days without a time.
  const xmlns = { news: false, image: false, video: false, xhtml: hasVariants }
  const index = new SitemapAndIndexStream({
    limit: 50_000,
    lastmodDateOnly: true,
    getSitemapStream(part) {
      const name = `sitemap-${part + 1}.xml`
      const stream = new SitemapStream({ hostname: ORIGIN, lastmodDateOnly: true, xmlns })
      const file = stream.pipe(createWriteStream(join(folder, name)))
      return [`${ORIGIN}/${name}`, stream, file]
    },
  })
  const items = Readable.from(itemsOf(urls, hasVariants))
  await pipeline(items, index, createWriteStream(join(folder, 'sitemap.xml')))
})

function* itemsOf(urls: number, hasVariants: boolean): Generator<SitemapItemLoose> {
  for (const { path, lastmod, russian } of sitePages(urls, hasVariants)) {
    if (!russian) {
      yield { url: path, lastmod }
      continue
    }
    const links = [
      { lang: 'en', url: path },
      { lang: 'ru', url: russian },
      { lang: 'x-default', url: path },
    ]
    yield { url: path, lastmod, links }
    yield { url: russian, lastmod, links }
  }
}

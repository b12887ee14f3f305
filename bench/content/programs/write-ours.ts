/** Writes a sitemap with `@conversion-capi/content`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import * as content from '@conversion-capi/content'

import { ORIGIN, sitePages } from '../lib/site-pages.ts'
import { timeWriting } from '../lib/time-writing.ts'

// Keeps the rest of the package in the bundle, because its users load it too.
const { renderSitemap } = { ...content }

await timeWriting(async (urls, hasVariants, folder) => {
  const site = { url: ORIGIN, language: 'en' }
  for (const { path, body } of renderSitemap(site, pages(urls, hasVariants))) {
    await writeFile(join(folder, path), body)
  }
})

function* pages(urls: number, hasVariants: boolean): Generator<content.School['pages'][number]> {
  for (const { path, lastmod, russian } of sitePages(urls, hasVariants)) {
    yield russian ? { path, lastmod, variants: { ru: russian } } : { path, lastmod }
  }
}

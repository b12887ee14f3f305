import { createEmulator } from '@conversion-capi/emulator'
import { afterEach, expect, it, vi } from 'vitest'

import { listPages } from './list-pages.ts'

const ORIGIN = 'https://nord.example'
const PAGES = `<?xml version="1.0"?>
<urlset xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> ${ORIGIN}/a?b=1&amp;c=2 </loc><image:image><image:loc>${ORIGIN}/a.png</image:loc></image:image></url>
  <url><loc><![CDATA[https://www.nord.example/b/]]></loc></url>
  <url><loc>https://other.example/c</loc></url>
  <url><loc>not a URL</loc></url>
  <url><loc>${ORIGIN}/cut-o`
const INDEX = `<sitemapindex><sitemap><loc>${ORIGIN}/pages.xml</loc></sitemap><sitemap><loc>${ORIGIN}/missing.xml</loc></sitemap></sitemapindex>`

afterEach(() => void vi.unstubAllGlobals())

it.each<[title: string, files: Record<string, string>]>([
  ['a sitemap', { '/sitemap.xml': PAGES }],
  ['an index of sitemaps', { '/sitemap.xml': INDEX, '/pages.xml': PAGES }],
])('lists the pages of the site in %s', async (_, files) => {
  vi.stubGlobal('fetch', async (input: string) => {
    const body = files[new URL(input).pathname]
    return new Response(body ?? '', { status: body === undefined ? 404 : 200 })
  })
  const target = { origin: ORIGIN, endpoint: '', emulator: createEmulator() }
  expect(await listPages(target)).toEqual(['/a?b=1&c=2', '/b/'])
})

import { request } from '@conversion-capi/meta/terminal'

import { isSameSite } from '../http/site-reader.ts'
import type { Target } from './answer-requests.ts'

const MAX_SITEMAP_BYTES = 2_000_000
const MAX_SITEMAPS = 10

/** Returns the paths of the pages that the sitemaps of a site list. Pages that ads lead to often have no link. */
export async function listPages({ origin, server }: Target): Promise<string[]> {
  const client = { fetch: globalThis.fetch, timeoutMs: 10_000 }
  const queue = [new URL('/sitemap.xml', origin)]
  const seen = new Set<string>()
  const paths: string[] = []
  // The loop reads what is added to the queue.
  for (const url of queue) {
    if (seen.size >= MAX_SITEMAPS) break
    if (seen.has(url.href)) continue
    seen.add(url.href)
    const path = url.pathname + url.search
    const response = await request(client, (server ?? origin) + path, {}, MAX_SITEMAP_BYTES)
    if (response.reason !== undefined || response.status !== 200) continue
    const xml = new TextDecoder().decode(response.bytes)
    const listed = readLocations(xml).filter((each) => isSameSite(new URL(origin), each))
    if (xml.includes('<sitemapindex')) queue.push(...listed)
    else for (const { pathname, search } of listed) paths.push(pathname + search)
  }
  return paths
}

/** Returns the URLs that a sitemap lists: of pages or of other sitemaps. */
function readLocations(xml: string): URL[] {
  return Array.from(xml.matchAll(LOCATION), ([, url]) => url!.trim().replaceAll('&amp;', '&'))
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url))
}

const LOCATION = /<loc>\s*(?:<!\[CDATA\[)?([^<\]]+)(?=[<\]])/g

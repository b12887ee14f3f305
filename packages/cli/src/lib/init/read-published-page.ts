import { CommandError } from '@conversion-capi/meta/terminal'

import { publicFetch } from '../http/public-fetch.ts'
import { createSiteReader } from '../http/site-reader.ts'
import { decodePublishedPage, MAX_PAGE_BYTES } from '../site/decode-page.ts'
import { parsePage } from '../site/page.ts'
import type { SourcePage } from './read-pages.ts'
import { scanPage } from './scan-page.ts'

export interface PublishedPage extends SourcePage {
  url: string
}

/**
 * Reads a published page with one request, after one for `robots.txt`. Follows redirects only to the same site: another
 * scheme, or the hostname with or without `www`.
 *
 * @throws {CommandError} If `robots.txt` disallows it, or the response is not a page.
 */
export async function readPublishedPage(address: string): Promise<PublishedPage> {
  const named = new URL(address)
  const client = { fetch: publicFetch(named), timeoutMs: 10_000 }
  const response = await createSiteReader(client, named).read(named, MAX_PAGE_BYTES)
  const { url } = response
  if (response.reason !== undefined) throw unreadable(url, response.reason)
  const text = decodePublishedPage(response)
  if (text.reason !== undefined) throw unreadable(url, text.reason)
  const page = parsePage(url, '/', text.html, { text: true })
  if (page.isTooDeep) throw unreadable(url, 'its elements are nested too deep')
  return { ...text, url, bytes: response.bytes, page, scanned: scanPage(page, text.html) }
}

function unreadable(url: string, reason: string): CommandError {
  return new CommandError(
    `${url} cannot be read: ${reason}. Correct the URL, or run init without reading the page and answer its questions. Nothing was written.`,
  )
}

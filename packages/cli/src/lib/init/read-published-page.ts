import { fromHtml } from 'hast-util-from-html'
import sniffEncoding from 'html-encoding-sniffer'
import robotsParser from 'robots-parser'

import { type Client, type ReceivedResponse, request, showValue } from '../http/request.ts'
import { publicFetch } from '../http/public-fetch.ts'
import { CommandError } from '../output/errors.ts'
import { findElements } from '../site/elements.ts'
import type { SourcePage } from './read-pages.ts'
import { scanPage } from './scan-page.ts'

/** A page of a site builder, as visitors get it. */
export interface PublishedPage extends SourcePage {
  /** The URL that responded, after redirects. */
  url: string
}

/** How {@link readPublishedPage} sends requests. */
export interface ReadOptions {
  /** Sends the requests. @default a `fetch` that connects to public addresses only */
  fetch?: typeof globalThis.fetch
  /** Time limit of one request in milliseconds. @default 10,000 */
  timeoutMs?: number
}

/** More of a page is not read. What it loads is in its head. */
const MAX_PAGE_BYTES = 2_000_000
/** RFC 9309: crawlers read at least 500 KiB. */
const MAX_ROBOTS_BYTES = 512_000
const MAX_REDIRECTS = 5
/** The product token, for rules in `robots.txt` and for the log of the site. */
const USER_AGENT = 'conversion-capi'

/**
 * Reads a published page with one request, after one for `robots.txt`. Follows redirects only to the same site: another
 * scheme, or the hostname with or without `www`.
 *
 * @param address The URL of the page.
 * @param options How to send the requests.
 * @throws {CommandError} If `robots.txt` disallows it, or the response is not a page.
 */
export async function readPublishedPage(
  address: string,
  options: ReadOptions = {},
): Promise<PublishedPage> {
  const named = new URL(address)
  const { fetch = publicFetch(named), timeoutMs = 10_000 } = options
  const client: Client = { fetch, timeoutMs }
  const rules = new Map<string, Robots>()
  const { url, response } = await follow(client, named, async (target) => {
    const robots = rules.get(target.origin) ?? (await readRobots(client, target.origin))
    rules.set(target.origin, robots)
    if (robots.isAllowed(target.href, USER_AGENT) !== false) return
    throw unreadable(target.href, 'its robots.txt disallows it')
  })
  const type = response.headers.get('Content-Type') ?? 'text/html'
  if (response.status !== 200) throw unreadable(url, `it responds with ${response.status}`)
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
    throw unreadable(url, `its type is ${showValue(type)}`)
  }
  return parse(url, response.bytes, type)
}

// The types declare a default export, but the module exports the function itself.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

type Robots = ReturnType<typeof parseRobots>

type Received = Exclude<ReceivedResponse, { reason: string }>

/** RFC 9309: a missing file allows everything, a server that fails disallows everything. */
async function readRobots(client: Client, origin: string): Promise<Robots> {
  const { url, response } = await follow(client, new URL('/robots.txt', origin))
  const { status, bytes } = response
  if (status >= 500) throw unreadable(url, `it responds with ${status}`)
  const text = status === 200 ? new TextDecoder().decode(bytes) : ''
  return parseRobots(`${origin}/robots.txt`, text)
}

async function follow(
  client: Client,
  start: URL,
  check: (target: URL) => Promise<void> = async () => {},
): Promise<{ url: string; response: Received }> {
  let target = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    await check(target)
    const isRobots = target.pathname === '/robots.txt'
    const response = await request(
      client,
      target.href,
      { headers: { 'User-Agent': USER_AGENT } },
      isRobots ? MAX_ROBOTS_BYTES : MAX_PAGE_BYTES,
    )
    if (response.reason !== undefined) throw unreadable(target.href, response.reason)
    const location = response.headers.get('Location')
    const isRedirect = response.status >= 300 && response.status < 400
    if (!isRedirect || location === null) return { url: target.href, response }
    const next = URL.canParse(location, target) ? new URL(location, target) : undefined
    if (!next || !isSameSite(start, next)) {
      throw unreadable(target.href, `it redirects to ${showValue(next?.origin ?? location)}`)
    }
    target = next
  }
  throw unreadable(start.href, `it redirects more than ${MAX_REDIRECTS} times`)
}

function isSameSite(one: URL, other: URL): boolean {
  const site = ({ hostname }: URL): string => hostname.replace(/^www\./, '')
  const isWeb = /^https?:$/.test(other.protocol) && other.username === '' && other.password === ''
  // Another port of the same machine is another server.
  return isWeb && site(one) === site(other) && one.port === other.port
}

function unreadable(url: string, reason: string): CommandError {
  return new CommandError(
    `${url} cannot be read: ${reason}. Correct the URL, or run init without reading the page and answer its questions. Nothing was written.`,
  )
}

/** The page may declare a wrong encoding: all that is read of it are names and digits. */
function parse(url: string, bytes: Uint8Array, type: string): PublishedPage {
  const [, charset] = /;\s*charset="?([^\s";]+)/i.exec(type) ?? []
  const encoding = sniffEncoding(bytes, {
    defaultEncoding: 'UTF-8',
    ...(charset !== undefined && { transportLayerEncodingLabel: charset }),
  })
  const html = decode(bytes, encoding)
  try {
    const elements = findElements(fromHtml(html))
    return {
      url,
      file: url,
      bytes,
      encoding,
      html,
      elements,
      scanned: scanPage('/', url, elements),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // The parser is recursive.
    throw unreadable(url, 'its elements are nested too deep')
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    // An encoding that exists only in the standard, such as "replacement".
    return new TextDecoder().decode(bytes)
  }
}

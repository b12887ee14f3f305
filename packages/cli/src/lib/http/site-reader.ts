import { type Client, type Received, request, showValue } from '@conversion-capi/meta/terminal'
import robotsParser from 'robots-parser'

export type SiteReader = ReturnType<typeof createSiteReader>

/** The URL that responded, after redirects, and its response. Or the URL that cannot be read, and why. */
export type SiteResponse = { url: string } & (Received | { reason: string; isDisallowed?: true })

/** RFC 9309: crawlers read at least 500 KiB. */
const MAX_ROBOTS_BYTES = 512_000
const MAX_REDIRECTS = 5
/** The product token, for rules in `robots.txt` and for the log of the site. */
const USER_AGENT = 'conversion-capi'

interface Robots {
  isAllowed: (url: string, agent: string) => boolean | undefined
}

// The types of the package are wrong for some module settings.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Robots

export function createSiteReader(client: Client, site: URL) {
  const rules = new Map<string, Promise<Robots | SiteResponse>>()

  function robotsOf(origin: string): Promise<Robots | SiteResponse> {
    const robots = rules.get(origin) ?? readRobots(origin)
    rules.set(origin, robots)
    return robots
  }

  /** RFC 9309: a missing file allows everything, a server that fails disallows everything. */
  async function readRobots(origin: string): Promise<Robots | SiteResponse> {
    const response = await follow(new URL('/robots.txt', origin), MAX_ROBOTS_BYTES, false)
    if (response.reason !== undefined) return response
    const { url, status, bytes } = response
    if (status >= 500) return { url, reason: `it responds with ${status}` }
    // Several wildcards match what one does, and each takes time.
    const text = status === 200 ? new TextDecoder().decode(bytes).replaceAll(/\*{2,}/g, '*') : ''
    return parseRobots(`${origin}/robots.txt`, text)
  }

  async function follow(start: URL, maxBytes: number, obeys = true): Promise<SiteResponse> {
    let target = start
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const url = target.href
      const robots = obeys ? await robotsOf(target.origin) : undefined
      if (robots && !('isAllowed' in robots)) return robots
      if (robots?.isAllowed(url, USER_AGENT) === false) {
        return { url, reason: 'its robots.txt disallows it', isDisallowed: true }
      }
      const headers = { 'User-Agent': USER_AGENT }
      const response = await request(client, url, { headers }, maxBytes)
      if (response.reason !== undefined) return { url, reason: response.reason }
      const location = response.headers.get('Location')
      const isRedirect = response.status >= 300 && response.status < 400
      if (!isRedirect || location === null) return { url, ...response }
      const next = URL.canParse(location, url) ? new URL(location, url) : undefined
      if (!next || !isSameSite(site, next)) {
        return { url, reason: `it redirects to ${showValue(next?.origin ?? location)}` }
      }
      target = next
    }
    return { url: start.href, reason: `it redirects more than ${MAX_REDIRECTS} times` }
  }

  return {
    /** Requests a URL, unless `robots.txt` disallows it. Follows redirects only to the same site. It never rejects. */
    read: (url: URL, maxBytes: number) => follow(url, maxBytes),
    async isAllowed(url: string, agent: string): Promise<boolean> {
      const robots = await robotsOf(new URL(url).origin)
      return 'isAllowed' in robots && robots.isAllowed(url, agent) !== false
    },
  }
}

/** Returns whether two URLs belong to one site: the same hostname, with or without `www`, and the same port. */
export function isSameSite(one: URL, other: URL): boolean {
  const site = ({ hostname }: URL): string => hostname.replace(/^www\./, '')
  const isWeb = /^https?:$/.test(other.protocol) && other.username === '' && other.password === ''
  // Another port of the same machine is another server.
  return isWeb && site(one) === site(other) && one.port === other.port
}

/** Returns the origin of a page, and the same with or without `www`: site builders can serve both. */
export function siteOrigins({ origin, protocol, host, hostname }: URL): string[] {
  // An IP or a name on this machine.
  if (!hostname.includes('.') || /(?:^|\.)(?:[\d]+|localhost)$|\]$/.test(hostname)) return [origin]
  return [origin, `${protocol}//${host.startsWith('www.') ? host.slice(4) : `www.${host}`}`]
}

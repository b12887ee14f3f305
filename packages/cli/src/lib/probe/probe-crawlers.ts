import type { Finding } from '@conversion-capi/content'
import { type Client, type ReceivedResponse, request } from '@conversion-capi/meta/terminal'

import type { SiteReader } from '../http/site-reader.ts'
import { finding } from './probe-rules.ts'

const CRAWLERS: Record<string, string> = {
  GPTBot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; +https://openai.com/gptbot',
  'OAI-SearchBot':
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.4; +https://openai.com/searchbot',
  ClaudeBot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  PerplexityBot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  Googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  Bingbot: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  YandexBot: 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
}

/**
 * Requests a page with the user agents of the crawlers that `robots.txt` allows, once each, and reports a firewall that
 * rejects them. A page that `probe` does not get itself is skipped.
 */
export async function probeCrawlers(
  client: Client,
  reader: SiteReader,
  url: string,
): Promise<Finding[]> {
  if (describeRejection(await request(client, url)) !== undefined) return []
  /** The names by what they get. Nothing is the page. */
  const results = new Map<string, string[]>()
  for (const [name, userAgent] of Object.entries(CRAWLERS)) {
    if (!(await reader.isAllowed(url, name))) continue
    const response = await request(client, url, { headers: { 'User-Agent': userAgent } })
    const found = describeRejection(response) ?? ''
    results.set(found, [...(results.get(found) ?? []), name])
  }
  // Those that get the page come last.
  const sorted = [...results].sort(([a], [b]) => Number(a === '') - Number(b === ''))
  return sorted.map(([found, all]) => {
    const names = all.join(', ')
    return found === ''
      ? finding('crawlers-verified', { file: url }, { names })
      : finding('crawlers-rejected', { file: url }, { names, found })
  })
}

/** The headers with which firewalls mark a challenge, whose status can be 200. */
const CHALLENGE_HEADERS = ['cf-mitigated', 'x-amzn-waf-action', 'x-vercel-mitigated']

/** Returns what a firewall responds instead of the page, or `undefined` if it does not reject the request. */
function describeRejection(response: ReceivedResponse): string | undefined {
  if (response.reason !== undefined) return `no response (${response.reason})`
  const { status, headers } = response
  if (CHALLENGE_HEADERS.some((name) => headers.has(name))) return `a challenge (${status})`
  return status >= 400 ? String(status) : undefined
}

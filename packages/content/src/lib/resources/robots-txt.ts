import { absoluteUrl } from '../url.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'

/**
 * `/robots.txt` (RFC 9309): everyone may fetch everything that is not disallowed, AI crawlers by name.
 *
 * All bots share one group, because one that is named reads no other: neither its paths nor its signals. Some
 * readers take the longest rule that matches and others the first, so the narrow rules stand before the wide.
 */
export function robotsTxt(school: School): Resource {
  const { welcome = AI_CRAWLERS, disallow = [], signals } = school.crawlers ?? {}
  // As the other files write it.
  const closed = disallow.map((path) => absoluteUrl(school, path).slice(school.url.length))
  const isClosed = closed.includes('/')
  const lines = [
    ...(isClosed ? [] : welcomeOf(school)),
    ...new Set([...welcome, '*'].map((token) => `User-agent: ${token}`)),
    `Content-Signal: ${toSignals(signals)}`,
    ...closed.map((path) => `Disallow: ${path}`),
    // Of two rules of the same length the one that allows would win.
    ...(isClosed ? [] : ['Allow: /']),
    '',
    `Sitemap: ${absoluteUrl(school, PATHS.sitemap)}`,
  ]
  return {
    path: PATHS.robotsTxt,
    contentType: 'text/plain; charset=utf-8',
    body: lines.map((line) => `${line}\n`).join(''),
  }
}

function welcomeOf(school: School): string[] {
  return [
    '# AI crawlers are welcome. The facts about this school, for language models:',
    `# ${absoluteUrl(school, PATHS.llmsTxt)}`,
  ]
}

/** What the content may be used for (contentsignals.org). */
function toSignals({
  search = true,
  aiInput = true,
  aiTrain = true,
}: NonNullable<School['crawlers']>['signals'] = {}): string {
  return Object.entries({ search, 'ai-input': aiInput, 'ai-train': aiTrain })
    .map(([signal, isAllowed]) => `${signal}=${isAllowed ? 'yes' : 'no'}`)
    .join(', ')
}

/**
 * The bots of the AI companies, as of November 2026. Each is in ai.robots.txt of 2026-08-22
 * (github.com/ai-robots-txt/ai.robots.txt), a list for blocking; others there are left out: scrapers that
 * nobody answers for, and names that RFC 9309 does not allow.
 */
const AI_CRAWLERS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-SearchBot',
  'Claude-User',
  'Google-Extended',
  'PerplexityBot',
  'Perplexity-User',
  'Applebot',
  'Applebot-Extended',
  'Amazonbot',
  'Amzn-SearchBot',
  'Amzn-User',
  'meta-externalagent',
  'meta-externalfetcher',
  'meta-webindexer',
  'MistralAI-User',
  'DuckAssistBot',
  'CCBot',
  'YandexAdditional',
  'YandexAdditionalBot',
  'Bravebot',
  'YouBot',
  'PetalBot',
  'cohere-ai',
  'Kimi-User',
  // No longer sent, but scanners look for them.
  'anthropic-ai',
  'Claude-Web',
]

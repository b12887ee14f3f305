import { absoluteUrl } from '../url.ts'
import { renderedPaths } from '../rendered-paths.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school/school-schema.ts'

/**
 * Renders `/robots.txt` (RFC 9309): crawlers may fetch every path that is not disallowed, and AI crawlers are
 * listed by name.
 *
 * All crawlers share one group, because a crawler that has its own group ignores the rules and signals of
 * `*`. Some parsers apply the longest matching rule and others the first, so `Disallow` rules precede `Allow`.
 */
export function robotsTxt(school: School): Resource {
  const { welcome = AI_CRAWLERS, disallow = [] } = school.crawlers ?? {}
  const isSiteDisallowed = disallow.some(isWholeSite)
  const lines = [
    ...(isSiteDisallowed ? [] : welcomeComment(school)),
    ...new Set([...welcome, '*'].map((token) => `User-agent: ${token}`)),
    `Content-Signal: ${contentSignals(school).join(', ')}`,
    ...disallow.map((path) => `Disallow: ${path}`),
    // If two matching rules have the same length, RFC 9309 prefers `Allow`.
    ...(isSiteDisallowed ? [] : ['Allow: /']),
    '',
    `Sitemap: ${absoluteUrl(school, PATHS.sitemap)}`,
  ]
  return {
    path: PATHS.robotsTxt,
    contentType: 'text/plain; charset=utf-8',
    body: lines.map((line) => `${line}\n`).join(''),
  }
}

/**
 * Creates the function that returns whether `crawlers.disallow` keeps crawlers from a page, but not from the whole site
 * (RFC 9309, 2.2.3).
 */
export function createIsDisallowed({ crawlers }: Pick<School, 'crawlers'>) {
  const patterns = (crawlers?.disallow ?? [])
    .filter((pattern) => !isWholeSite(pattern))
    .map((pattern) => {
      const escaped = pattern.replace(/[.+?^{}()|[\]\\]|\$(?!$)/g, String.raw`\$&`)
      return new RegExp(`^${escaped.replaceAll('*', '.*')}`, 's')
    })
  return (path: string): boolean => patterns.some((pattern) => pattern.test(path))
}

function isWholeSite(pattern: string): boolean {
  return /^\/(?:\*+\$?)?$/.test(pattern)
}

function welcomeComment(school: School): string[] {
  if (!renderedPaths(school).has(PATHS.llmsTxt)) return ['# AI crawlers are welcome.']
  return [
    '# AI crawlers are welcome. The facts about this school, for language models:',
    `# ${absoluteUrl(school, PATHS.llmsTxt)}`,
  ]
}

/**
 * Returns the uses of the content that the school permits or not: `search=yes`.
 *
 * @see https://contentsignals.org
 */
function contentSignals({ crawlers }: School): string[] {
  const { search = true, aiInput = true, aiTrain = true } = crawlers?.signals ?? {}
  return Object.entries({ search, 'ai-input': aiInput, 'ai-train': aiTrain }).map(
    ([signal, isAllowed]) => `${signal}=${isAllowed ? 'yes' : 'no'}`,
  )
}

/**
 * The crawlers of the AI companies, as of November 2026: a selection from the blocklist of 2026-08-22 at
 * https://github.com/ai-robots-txt/ai.robots.txt. Scrapers without a known operator and names that RFC 9309
 * does not allow are omitted.
 */
const AI_CRAWLERS: readonly string[] = [
  'GPTBot OAI-SearchBot ChatGPT-User',
  'ClaudeBot Claude-SearchBot Claude-User',
  'Google-Extended Google-Agent GoogleAgent-Mariner GoogleAgent-URLContext',
  'Gemini-Deep-Research Google-NotebookLM',
  'PerplexityBot Perplexity-User',
  'Applebot Applebot-Extended',
  'Amazonbot Amzn-SearchBot Amzn-User',
  'meta-externalagent meta-externalfetcher meta-webindexer',
  'MistralAI-User AzureAI-SearchBot DuckAssistBot CCBot',
  'YandexAdditional YandexAdditionalBot',
  'Bravebot YouBot PetalBot cohere-ai Kimi-User DeepSeekBot TongyiBot YiyanBot',
  // No longer in use, but some site scanners check for them.
  'anthropic-ai Claude-Web',
].flatMap((names) => names.split(' '))

type Site =
  | 'ChatGPT'
  | 'Perplexity'
  | 'Gemini'
  | 'Copilot'
  | 'Claude'
  | 'DeepSeek'
  | 'Alice'
  | 'Meta AI'
  | 'Grok'
  | 'Mistral'
  | 'Google'
  | 'Bing'
  | 'Yandex'
  | 'Threads'
  | 'Instagram'
  | 'Facebook'
  | 'TikTok'
  | 'YouTube'
  | 'Telegram'
  | 'WhatsApp'
  | 'VK'
  | 'MAX'
  | 'direct'
  | 'other'

/**
 * Where a visit came from, and whether an ad led to it. A closed list: no text of a stranger reaches an outcome. Whether a
 * visit was paid is known only if the URL keeps `utm_medium`.
 */
export type TrafficSource = Site | `${Site} (paid)`

/**
 * What a `utm_source` must be, or end with after a dot: a host of the source, or a name in campaigns. The first counts. Names
 * of two letters are not hosts: `.tg` is a top-level domain.
 */
const PATTERNS: readonly [Site, RegExp][] = [
  ['ChatGPT', /(^|\.)(chatgpt(\.com)?|chat\.openai\.com)$/],
  ['Perplexity', /(^|\.)perplexity(\.ai)?$/],
  ['Gemini', /(^|\.)gemini(\.google\.com)?$/],
  ['Copilot', /(^|\.)copilot(\.microsoft\.com)?$/],
  ['Claude', /(^|\.)claude(\.ai)?$/],
  ['DeepSeek', /(^|\.)deepseek(\.com)?$/],
  ['Alice', /(^|\.)alice(\.yandex\.[a-z]{2,3})?$/],
  ['Meta AI', /(^|\.)meta\.ai$|^meta-?ai$/],
  ['Grok', /(^|\.)grok(\.com)?$/],
  ['Mistral', /(^|\.)mistral(\.ai)?$/],
  // Apps of Android are hosts, too, such as `com.google.android.googlequicksearchbox`.
  ['Google', /(^|\.)(google(\.[a-z]{2,3}){0,2}|googlequicksearchbox)$/],
  ['Bing', /(^|\.)bing(\.com)?$/],
  ['Yandex', /(^|\.)(yandex(\.[a-z]{2,3}){0,2}|ya\.ru)$/],
  ['Threads', /(^|\.)threads(\.com|\.net)?$|(^|\.)instagram\.barcelona$/],
  ['Instagram', /(^|\.)instagram(\.com)?$|^ig$/],
  ['Facebook', /(^|\.)facebook(\.com)?$|^fb$/],
  ['TikTok', /(^|\.)tiktok(\.com)?$/],
  ['YouTube', /(^|\.)(youtube(\.com)?|youtu\.be)$/],
  ['Telegram', /(^|\.)(telegram(\.org|\.messenger)?|t\.me)$|^tg$/],
  ['WhatsApp', /(^|\.)(whatsapp(\.com)?|wa\.me)$/],
  ['VK', /(^|\.)(vk\.(com|ru)|vkontakte(\.(ru|android))?)$|^vk$/],
  ['MAX', /(^|\.)max\.ru$|^max$/],
  ['direct', /^direct$/],
]

/** The values of `utm_medium` in links of ads. */
const PAID =
  /[?&]utm_medium=(cpc|cpm|cpv|ppc|paid([-_a-z]|%20|\+)*|ads?|display|retargeting)(?![^&#])/i

/**
 * Returns where the visit of an event came from: what the `utm_source` of its URL stands for. The tracker writes one into
 * the URL with the option `trafficSource`.
 *
 * @returns `other` for an unknown `utm_source`, `undefined` without a source.
 */
export function findTrafficSource(eventSourceUrl: string | undefined): TrafficSource | undefined {
  const url = eventSourceUrl ?? ''
  const value = /[?&]utm_source=([^&#]+)/.exec(url)?.[1]?.toLowerCase()
  if (value === undefined) return undefined
  const site = PATTERNS.find(([, pattern]) => pattern.test(value))?.[0] ?? 'other'
  return PAID.test(url) ? `${site} (paid)` : site
}

/** Where a visit came from. A closed list: no text of a stranger reaches an outcome. */
export type TrafficSource =
  | 'ChatGPT'
  | 'Perplexity'
  | 'Gemini'
  | 'Copilot'
  | 'Claude'
  | 'DeepSeek'
  | 'Alice'
  | 'Google'
  | 'Bing'
  | 'Yandex'
  | 'Instagram'
  | 'Facebook'
  | 'TikTok'
  | 'YouTube'
  | 'Telegram'
  | 'direct'
  | 'other'

/**
 * What a `utm_source` must be, or end with after a dot: a host of the source, or a name in campaigns. The first counts. Names
 * of two letters are no hosts: `.tg` is a top-level domain.
 */
const PATTERNS: readonly [TrafficSource, RegExp][] = [
  ['ChatGPT', /(^|\.)(chatgpt(\.com)?|chat\.openai\.com)$/],
  ['Perplexity', /(^|\.)perplexity(\.ai)?$/],
  ['Gemini', /(^|\.)gemini(\.google\.com)?$/],
  ['Copilot', /(^|\.)copilot(\.microsoft\.com)?$/],
  ['Claude', /(^|\.)claude(\.ai)?$/],
  ['DeepSeek', /(^|\.)deepseek(\.com)?$/],
  ['Alice', /(^|\.)alice(\.yandex\.[a-z]{2,3})?$/],
  // Apps of Android are hosts, too, such as `com.google.android.googlequicksearchbox`.
  ['Google', /(^|\.)(google(\.[a-z]{2,3}){0,2}|googlequicksearchbox)$/],
  ['Bing', /(^|\.)bing(\.com)?$/],
  ['Yandex', /(^|\.)(yandex(\.[a-z]{2,3}){0,2}|ya\.ru)$/],
  ['Instagram', /(^|\.)instagram(\.com)?$|^ig$/],
  ['Facebook', /(^|\.)facebook(\.com)?$|^fb$/],
  ['TikTok', /(^|\.)tiktok(\.com)?$/],
  ['YouTube', /(^|\.)(youtube(\.com)?|youtu\.be)$/],
  ['Telegram', /(^|\.)(telegram(\.org|\.messenger)?|t\.me)$|^tg$/],
  ['direct', /^direct$/],
]

/**
 * Returns where the visit of an event came from: what the `utm_source` of its URL stands for. The tracker writes one into
 * the URL with the option `trafficSource`.
 *
 * @param eventSourceUrl The `event_source_url` of the event.
 * @returns `other` for an unknown `utm_source`, `undefined` without a source.
 */
export function findTrafficSource(eventSourceUrl: string | undefined): TrafficSource | undefined {
  const value = /[?&]utm_source=([^&#]+)/.exec(eventSourceUrl ?? '')?.[1]?.toLowerCase()
  return value === undefined
    ? undefined
    : (PATTERNS.find(([, pattern]) => pattern.test(value))?.[0] ?? 'other')
}

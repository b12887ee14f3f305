import fc from 'fast-check'
import { expect, it } from 'vitest'

import { findTrafficSource } from '../../index.ts'

const SOURCES = {
  ChatGPT: ['chatgpt.com', 'chat.openai.com', 'ChatGPT'],
  Perplexity: ['www.perplexity.ai', 'perplexity'],
  Gemini: ['gemini.google.com', 'gemini'],
  Copilot: ['copilot.microsoft.com', 'copilot'],
  Claude: ['claude.ai', 'claude'],
  DeepSeek: ['chat.deepseek.com', 'deepseek'],
  Alice: ['alice.yandex.ru', 'alice'],
  'Meta AI': ['www.meta.ai', 'meta.ai', 'metaai', 'meta-ai'],
  Grok: ['grok.com', 'grok'],
  Mistral: ['chat.mistral.ai', 'mistral'],
  Google: [
    'google',
    'www.google.com',
    'google.co.uk',
    'news.google.de',
    'com.google.android.googlequicksearchbox',
  ],
  Bing: ['www.bing.com', 'bing'],
  Yandex: ['yandex.ru', 'ya.ru', 'yandex.com.tr', 'yandex'],
  Threads: ['l.threads.net', 'www.threads.com', 'com.instagram.barcelona', 'threads'],
  Instagram: ['l.instagram.com', 'instagram', 'ig'],
  Facebook: ['lm.facebook.com', 'm.facebook.com', 'fb', 'Facebook'],
  TikTok: ['www.tiktok.com', 'tiktok'],
  YouTube: ['m.youtube.com', 'youtube', 'youtu.be'],
  Telegram: ['t.me', 'web.telegram.org', 'org.telegram.messenger', 'telegram', 'tg'],
  WhatsApp: ['web.whatsapp.com', 'wa.me', 'com.whatsapp', 'whatsapp'],
  VK: ['m.vk.com', 'vk.ru', 'com.vkontakte.android', 'vkontakte', 'vk'],
  MAX: ['web.max.ru', 'max'],
  direct: ['direct'],
  other: [
    'notgoogle.com',
    'google.com.evil.example',
    'olya.ru',
    'school.tg',
    'm.fb',
    '%D0%B2%D0%BA',
    'вк',
    'direct.example',
    'school.vk',
    'climax',
    '%20',
  ],
}

it.each(Object.entries(SOURCES))('returns %s for %j', (source, values) => {
  for (const value of values) {
    const urls = [`?utm_source=${value}`, `/de/?a=1&utm_source=${value}&b=2#c`]
    const found = urls.map((url) => findTrafficSource(`https://school.example/${url}`))
    expect(found, value).toEqual([source, source])
  }
})

it.each(Object.entries(SOURCES).slice(0, -1))(
  'does not take other names for %s: %j',
  (_, values) => {
    const shortest = values.toSorted((one, other) => one.length - other.length)[0]!
    const others = [
      `x${shortest}`,
      ...values.flatMap((value) => [`${value}xx`, `${value}.example`]),
    ]
    for (const value of others) {
      expect(findTrafficSource(`https://school.example/?utm_source=${value}`), value).toBe('other')
    }
  },
)

it.each([
  ['utm_source=google&utm_medium=cpc', 'Google (paid)'],
  ['utm_medium=paid_social&utm_source=ig', 'Instagram (paid)'],
  ['utm_source=x&utm_medium=Paid%20Social', 'other (paid)'],
  ['utm_source=chatgpt.com&utm_medium=ads#a', 'ChatGPT (paid)'],
  ['utm_source=google&utm_medium=cpcx', 'Google'],
  ['utm_source=google&utm_medium=organic', 'Google'],
  ['utm_medium=cpc', undefined],
])('tells a paid visit by its medium: %s', (query, source) => {
  expect(findTrafficSource(`https://school.example/?${query}`)).toBe(source)
})

it.each([undefined, '', 'https://school.example/?xutm_source=google', '?utm_source=#google'])(
  'returns undefined for %j',
  (url) => {
    expect(findTrafficSource(url)).toBeUndefined()
  },
)

it('returns no text of a stranger', () => {
  const sites = Object.keys(SOURCES)
  const known = new Set([...sites, ...sites.map((site) => `${site} (paid)`), undefined])
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.domain(), fc.webUrl())
  fc.assert(
    fc.property(value, (text) => {
      expect(known).toContain(findTrafficSource(`https://school.example/?utm_source=${text}`))
      expect(known).toContain(findTrafficSource(text))
    }),
  )
})

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
  Google: [
    'google',
    'www.google.com',
    'google.co.uk',
    'news.google.de',
    'com.google.android.googlequicksearchbox',
  ],
  Bing: ['www.bing.com', 'bing'],
  Yandex: ['yandex.ru', 'ya.ru', 'yandex.com.tr', 'yandex'],
  Instagram: ['l.instagram.com', 'instagram', 'ig'],
  Facebook: ['lm.facebook.com', 'm.facebook.com', 'fb', 'Facebook'],
  TikTok: ['www.tiktok.com', 'tiktok'],
  YouTube: ['m.youtube.com', 'youtube', 'youtu.be'],
  Telegram: ['t.me', 'web.telegram.org', 'org.telegram.messenger', 'telegram', 'tg'],
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
    'vk.com',
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

it.each([undefined, '', 'https://school.example/?xutm_source=google', '?utm_source=#google'])(
  'returns undefined for %j',
  (url) => {
    expect(findTrafficSource(url)).toBeUndefined()
  },
)

it('returns no text of a stranger', () => {
  const known = new Set([...Object.keys(SOURCES), undefined])
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.domain(), fc.webUrl())
  fc.assert(
    fc.property(value, (text) => {
      expect(known).toContain(findTrafficSource(`https://school.example/?utm_source=${text}`))
      expect(known).toContain(findTrafficSource(text))
    }),
  )
})

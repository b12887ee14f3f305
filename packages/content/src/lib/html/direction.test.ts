import { describe, expect, it } from 'vitest'

import { direction } from './direction.ts'

describe('direction', () => {
  it.each(['ar', 'he', 'fa', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv', 'ckb', 'ar-EG', 'FA', 'he-IL'])(
    'writes %s from right to left',
    (tag) => {
      expect(direction(tag)).toBe('rtl')
    },
  )

  it.each(['en', 'ru', 'zh-Hans', 'pt-BR', 'az', 'arn', 'es-419'])(
    'writes %s from left to right',
    (tag) => {
      expect(direction(tag)).toBe('ltr')
    },
  )

  it.each([
    ['az-Arab', 'rtl'],
    ['pa-arab-PK', 'rtl'],
    ['lad-Hebr', 'rtl'],
    ['ar-Latn', 'ltr'],
    ['ks-Deva', 'ltr'],
    ['sd-Deva-IN', 'ltr'],
  ])('goes by the script where the tag names one: %s', (tag, expected) => {
    expect(direction(tag)).toBe(expected)
  })
})

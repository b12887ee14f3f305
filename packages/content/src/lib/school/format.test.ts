import { describe, expect, it } from 'vitest'

import { formatAmount, formatDay, formatDuration, formatPrice } from './format.ts'

describe('formatPrice()', () => {
  it.each([
    ['en', '1234.50 EUR per term'],
    ['de', '1234,50 EUR pro term'],
    ['es', '1234,50 EUR por term'],
    ['fr', '1234,50 EUR par term'],
    ['pl', '1234,50 EUR za term'],
    ['ru', '1234,50 EUR за term'],
  ])('writes a price in the language %s', (language, expected) => {
    const price = { amount: 1234.5, currency: 'EUR', per: 'term' }
    expect(formatPrice({ language } as never, price)).toBe(expected)
  })
})

describe('formatAmount()', () => {
  it.each([
    ['en', 0, 'EUR', '0 EUR'],
    ['en', 31_200, 'RUB', '31200 RUB'],
    ['en', 19.9, 'USD', '19.90 USD'],
    ['ar', 45.5, 'JOD', '45.500 JOD'],
    ['fa', 1_980_000, 'IRR', '1980000 IRR'],
    ['ja', 1980, 'JPY', '1980 JPY'],
    ['de-CH', 1234.5, 'CHF', '1234.50 CHF'],
    ['hi-u-nu-deva', 45, 'INR', '45 INR'],
  ])('writes an amount in %s with Latin digits: %d %s', (language, amount, currency, expected) => {
    expect(formatAmount({ language }, { amount, currency, per: 'term' })).toBe(expected)
  })
})

describe('formatDuration()', () => {
  it.each([
    ['en', ['1 minute', '2 minutes', '5 minutes', '45 minutes'], '12 weeks'],
    ['de', ['1 Minute', '2 Minuten', '5 Minuten', '45 Minuten'], '12 Wochen'],
    ['es', ['1 minuto', '2 minutos', '5 minutos', '45 minutos'], '12 semanas'],
    ['fr', ['1 minute', '2 minutes', '5 minutes', '45 minutes'], '12 semaines'],
    ['pl', ['1 minuta', '2 minuty', '5 minut', '45 minut'], '12 tygodni'],
    ['ru', ['1 минута', '2 минуты', '5 минут', '45 минут'], '12 недель'],
  ])('uses the plural forms of the language %s', (language, minutes, weeks) => {
    const school = { language }
    expect([1, 2, 5, 45].map((value) => formatDuration(school, value, 'minute'))).toEqual(minutes)
    expect(formatDuration(school, 12, 'week')).toBe(weeks)
  })
})

describe('formatDay()', () => {
  it.each([
    ['en', 'September 7, 2026'],
    ['en-GB', '7 September 2026'],
    ['de', '7. September 2026'],
    ['es', '7 de septiembre de 2026'],
    ['fr', '7 septembre 2026'],
    ['pl', '7 września 2026'],
    ['ru', '7 сентября 2026 г.'],
    ['zh-Hans', '2026年9月7日'],
  ])('writes a day in the language %s', (language, expected) => {
    expect(formatDay({ language }, '2026-09-07')).toBe(expected)
  })

  it.each(['ar', 'fa', 'th', 'he'])(
    'uses the Gregorian calendar and Latin digits in the language %s',
    (language) => {
      expect(formatDay({ language }, '2026-09-07')).toMatch(/7.*2026/)
    },
  )
})

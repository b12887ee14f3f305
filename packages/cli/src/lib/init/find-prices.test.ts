import { fromHtml } from 'hast-util-from-html'
import { describe, expect, it } from 'vitest'

import { findPricedHeadings, findPrices, type PriceOptions } from './find-prices.ts'

describe('findPrices()', () => {
  it.each<[text: string, options: PriceOptions, prices: [number, string, string?][]]>([
    ['€240 a month', { language: 'en' }, [[240, 'EUR', 'month']]],
    ['240,50 € im Monat', { language: 'de' }, [[240.5, 'EUR', 'Monat']]],
    ['Cena: 1 240,50 zł', { language: 'pl' }, [[1240.5, 'PLN']]],
    ['Cena: 1\u00a0240 PLN', {}, [[1240, 'PLN']]],
    ['1.500 EUR per course', {}, [[1500, 'EUR', 'course']]],
    ['€ 249,- per maand', { language: 'nl' }, [[249, 'EUR', 'maand']]],
    ['45 000 ₸/ай', { language: 'kk' }, [[45000, 'KZT', 'ай']]],
    ['12 000 ₽ в месяц', { language: 'ru' }, [[12000, 'RUB', 'месяц']]],
    ['السعر ٤٥٫٥ د.أ. في الشهر', { language: 'ar-JO' }, [[45.5, 'JOD', 'الشهر']]],
    ['JOD 45', {}, [[45, 'JOD']]],
    [
      '€ 10 or € 20 per lesson',
      {},
      [
        [10, 'EUR'],
        [20, 'EUR', 'lesson'],
      ],
    ],
    // Twenty currencies have this sign.
    ['$1,500.00', { language: 'en' }, []],
    ['$1,500.00', { language: 'en-US' }, [[1500, 'USD']]],
    ['$1,500.00', { language: 'en-CA' }, [[1500, 'CAD']]],
    ['$1,500.00', { language: 'en', currency: 'AUD' }, [[1500, 'AUD']]],
    ['8 students, 12 weeks', {}, []],
    [`€ ${'9'.repeat(400)}`, {}, []],
  ])('finds the prices in "%s" with %j', (text, options, expected) => {
    const prices = findPrices(text, options)
    expect(prices.map(({ amount, currency, per }) => [amount, currency, per])).toEqual(
      expected.map(([amount, currency, per]) => [amount, currency, per]),
    )
  })
})

describe('findPricedHeadings()', () => {
  it('finds every price with the heading before it, and none in scripts', () => {
    const html = `<p>€ 5 without a heading</p>
      <h2>Group lessons</h2><p>€ <b>40</b> per month</p><h3>€ 110 per quarter</h3>
      <h2>Private lessons</h2><ul><li>€ 30 per hour</li><li>€ 30 per hour</li></ul>
      <h2>Trial</h2><script>"€ 1"</script><p>Free</p>`
    expect(findPricedHeadings(fromHtml(html))).toEqual([
      {
        heading: 'Group lessons',
        prices: [
          { amount: 40, currency: 'EUR', per: 'month' },
          { amount: 110, currency: 'EUR', per: 'quarter' },
        ],
      },
      {
        heading: 'Private lessons',
        prices: [{ amount: 30, currency: 'EUR', per: 'hour' }],
      },
    ])
  })
})

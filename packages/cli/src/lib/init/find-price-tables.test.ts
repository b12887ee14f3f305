import { expect, it } from 'vitest'

import { findPriceTables } from './find-price-tables.ts'
import { parsePages } from './read-pages.ts'

function find(rows: string[], language = 'en-US') {
  const body = Buffer.from(`<html lang="${language}"><table>\n${rows.join('\n')}</table>`)
  const { pages } = parsePages('public', [{ path: '/prices.html', body }])
  const { rows: found, findings } = findPriceTables(pages)
  const lines = found.map(({ program: { name, prices }, file, line }) =>
    [
      `${file}:${line}`,
      name,
      ...prices.map(({ amount, currency, per = '', from }) =>
        `${from ? 'from ' : ''}${amount} ${currency} ${per}`.trim(),
      ),
    ].join(' '),
  )
  return { lines, unclear: findings.map(({ line }) => line) }
}

it.each([
  ['<tr><th>Chess<td>60 min<td>240 zł', 'Chess 240 PLN'],
  ['<tr><td><h3>Physics</h3><td>1.500,50 € / Monat', 'Physics 1500.5 EUR Monat'],
  ['<tr><td>Maths<td><s>90 €</s> 75 €', 'Maths 75 EUR'],
  ['<tr><th>Kurs<th>Cena miesięcznie<tr><td>Chess<td>90 zł / lekcja', 'Chess 90 PLN lekcja'],
  ['<tr><th>Month<th>Price<tr><td>Summer course<td>90 zł', 'Summer course 90 PLN'],
  ['<tr><td>Chess<td>from 6 years<td>90 zł', 'Chess 90 PLN'],
  ['<tr><td>Chess<td>290 zł / mies.', 'Chess 290 PLN mies.'],
  ['<tr><td>Art<td>KZT 12 000<td>$45 per 60 min', 'Art 12000 KZT 45 USD 60 min'],
  ['<tr><td>Chess<td>od 240 zł<td>90 zł', 'Chess from 240 PLN 90 PLN'],
  ['<tr><td>Chess<td>ab 40 € / Monat', 'Chess from 40 EUR Monat'],
])('finds a name and its prices in %s', (row, expected) => {
  const { lines } = find(['<tr><th>Course<th>Price', row])
  expect(lines).toEqual([`public/prices.html:3 ${expected}`])
})

it.each([
  ['en', 'Price per month', 'month'],
  ['de', 'Preis pro Monat, ab', 'Monat', 'from '],
  ['fr', 'Prix par mois', 'mois'],
  ['es', 'Precio al mes', 'mes'],
  ['pt-BR', 'Valor mensal', 'mês'],
  ['it', 'Prezzo mensile, a partire da', 'mese', 'from '],
  ['nl', 'Prijs per maand, vanaf', 'maand', 'from '],
  ['pl', 'Cena (zł / godz.) od', 'godzinę', 'from '],
  ['cs', 'Cena měsíčně', 'měsíc'],
  ['sk', 'Cena za mesiac od', 'mesiac', 'from '],
  ['ru', 'Цена за занятие, от', 'занятие', 'from '],
  ['uk', 'Ціна за місяць', 'місяць'],
])('reads the unit and the limit above a price: %s, %s', (language, header, per, from = '') => {
  const rows = ['<tr><th><th>' + header, '<tr><td>Chess<td>90 €']
  expect(find(rows, language).lines).toEqual([`public/prices.html:3 Chess ${from}90 EUR ${per}`])
})

it.each([
  '<tr><th>Course<th>First month<tr><td>Chess<td>90 €',
  '<tr><th>Course<th>Price for 3 months<tr><td>Chess<td>90 €',
  '<caption>Prices per month<tr><th>Course<th>Price per week<tr><td>Chess<td>90 €',
  '<caption>Courses from September</caption><tr><td>Chess<td>90 €',
  '<tr><th>Kurs<th>Cena miesięcznie<tr><td>Chess<td>290 zł',
])('leaves out and names a row with an unclear unit: %s', (row) => {
  expect(find([row])).toEqual({ lines: [], unclear: [2] })
})

it.each([
  '<tr><td>Speed<td>45 km/h',
  '<tr><td>Grade<td>Q3 / Klasse 12',
  '<tr><td>In 2019, the exam cost 200 €.',
  '<tr><td>Years<td>2026 All rights',
  '<tr><td>12 €<td>15 €',
  // A browser with scripts does not show it.
  '</table><noscript><table><tr><td>Chess<td>12 €</table></noscript>',
])('finds nothing in %s', (row) => {
  expect(find([row])).toEqual({ lines: [], unclear: [] })
})

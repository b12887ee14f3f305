import { expect, it } from 'vitest'

import { findPriceTables } from './find-price-tables.ts'
import { parsePages } from './read-pages.ts'

function find(...rows: string[]): string[] {
  const body = Buffer.from(`<html lang="en-US"><table>\n${rows.join('\n')}</table>`)
  const { pages } = parsePages('public', [{ path: '/prices.html', body }])
  return findPriceTables(pages).map(({ program: { name, prices }, file, line }) =>
    [
      `${file}:${line}`,
      name,
      ...prices.map(({ amount, currency, per = '' }) => `${amount} ${currency} ${per}`.trim()),
    ].join(' '),
  )
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
])('finds a name and its prices in %s', (row, expected) => {
  expect(find('<tr><th>Course<th>Price', row)).toEqual([`public/prices.html:3 ${expected}`])
})

it.each([
  '<tr><td>Speed<td>45 km/h',
  '<tr><td>Grade<td>Q3 / Klasse 12',
  '<tr><td>In 2019, the exam cost 200 €.',
  '<tr><td>Years<td>2026 All rights',
  '<tr><td>12 €<td>15 €',
  '<tr><td>Chess<td>od 240 zł<td>90 zł',
  '<tr><th>Kurs<th>Cena miesięcznie<tr><td>Chess<td>290 zł',
  '<tr><th>Kurs<th>Lekcja<th>Cena od<tr><td>Chess<td>60 min<td>290 zł',
  '<tr><th>Kurs<th>Cena<tr><th colspan=2>Ceny za tydzień<tr><td>Chess<td>290 zł',
  '<caption>Precios por mes</caption><tr><td>Chess<td>290 €',
  '<tr><td>Chess<td>290 zł<td>miesięcznie',
])('finds nothing in %s', (row) => {
  expect(find(row)).toEqual([])
})

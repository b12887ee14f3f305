import { expect, it } from 'vitest'

import { findPriceTables } from './find-price-tables.ts'
import { parsePages } from './read-pages.ts'

function find(...rows: string[]): string[] {
  return findIn(`<table>\n${rows.join('\n')}</table>`)
}

function findIn(html: string): string[] {
  const body = Buffer.from(`<html lang="en-US">${html}`)
  const { pages } = parsePages('public', [{ path: '/prices.html', body }])
  return findPriceTables(pages).map(({ program: { name, prices }, file, line }) =>
    [
      `${file}:${line}`,
      name,
      ...prices.map(({ amount, currency }) => `${amount} ${currency}`),
    ].join(' '),
  )
}

it.each([
  ['<tr><th>Chess<td>60 min<td>240 zł', 'Chess 240 PLN'],
  ['<tr><td><h3>Physics</h3><td>ab 1.500,50 € / Monat', 'Physics 1500.5 EUR'],
  ['<tr><td>Maths<td><s>90 €</s> 75 €', 'Maths 75 EUR'],
  ['<tr><td>Art<td>KZT 12 000<td>$45', 'Art 12000 KZT 45 USD'],
])('finds a name and its prices in %s', (row, expected) => {
  expect(find('<tr><th>Course<th>Price', row)).toEqual([`public/prices.html:3 ${expected}`])
})

it.each([
  '<tr><td>Speed<td>45 km/h',
  '<tr><td>Grade<td>Q3 / Klasse 12',
  '<tr><td>In 2019, the exam cost 200 €.',
  '<tr><td>Years<td>2026 All rights',
  '<tr><td>12 €<td>15 €',
])('finds nothing in %s', (row) => {
  expect(find(row)).toEqual([])
})

it('finds cards with a heading and a price, if a page has several', () => {
  const card = (name: string, price: string) =>
    `<div class="card"><div><h3>${name}</h3></div><p>60 min</p><p>${price}</p></div>`
  const cards = card('Chess', '<s>90 €</s> 75 €') + card('Maths', '<b>$45</b> / month')
  expect(findIn(`<h2>Prices</h2><div>${cards}</div>`)).toEqual([
    'public/prices.html:1 Chess 75 EUR',
    'public/prices.html:1 Maths 45 USD',
  ])
  expect(findIn(`<h1>Nord</h1>${card('Chess', '75 €')}${card('Maths', '')}`)).toEqual([])
})

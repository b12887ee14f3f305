import { fromHtml } from 'hast-util-from-html'
import { describe, expect, it } from 'vitest'

import { findAddress, parseAddress } from './find-address.ts'

function find(html: string): object | undefined {
  return findAddress(fromHtml(html, { fragment: true }).children as never)
}

const STREET = { street: 'Main St 1' }
const CITY = { street: 'Luisenstraße 28', postalCode: '63067', city: 'Offenbach am Main' }

describe('the address of a page', () => {
  it.each([
    ['<address>Main St 1<br><a href="mailto:a@nord.example">a@nord.example</a></address>', STREET],
    ['<a href="https://maps.google.com/?q=1">Main St 1</a>', STREET],
    ['<i class="fa fa-map-marker"></i> <span>Main St 1</span>', STREET],
    ['<div data-component="MapPin"></div><h3>Visit us</h3><p>Main St 1</p>', STREET],
    ['<h4>Adresse</h4><p>Luisenstraße 28</p><p>63067 Offenbach am Main</p>', CITY],
    ['<p>Dirección: Main St 1</p>', STREET],
    ['<p>Luisenstraße 28, 63067 Offenbach am Main</p>', CITY],
    [
      '<p>8081 W 28th Ave<br>Hialeah, FL 33016</p>',
      { street: '8081 W 28th Ave, Hialeah, FL 33016' },
    ],
    ['<p>📍</p><h4>Address</h4><p>Birdsboro, PA</p>', { city: 'Birdsboro, PA' }],
    [
      '<h4>Address</h4><p>Main St 1</p><h4>Address</h4><p>Main St 1</p><address>Old Rd 2</address>',
      STREET,
    ],
  ])('is found in %s', (html, address) => {
    expect(find(html)).toEqual(address)
  })

  it.each([
    '<p>Main St 1</p>',
    '<h4>Address</h4><p>Open 9:00 to 18:00</p>',
    '<h4>Location</h4><p>Where do we teach? In 12 cities, online and near you!</p>',
    '<h4>Address</h4><p>+48 600 123 456</p>',
    '<p>In 2024, 12000 Students learned with us in a school that never closes its doors.</p>',
  ])('is not %s', (html) => {
    expect(find(html)).toBeUndefined()
  })
})

it.each([
  ['ul. Długa 5, 30-218 Kraków', { street: 'ul. Długa 5', postalCode: '30-218', city: 'Kraków' }],
  [
    'Rambla Nova 32 2n 1a, 43004 Tarragona.',
    { street: 'Rambla Nova 32 2n 1a', postalCode: '43004', city: 'Tarragona' },
  ],
  ['г. Севастополь, ул. Хрусталева, 177А', { street: 'г. Севастополь, ул. Хрусталева, 177А' }],
  ['Kraków', { city: 'Kraków' }],
])('splits %s only where its postal code is known', (line, address) => {
  expect(parseAddress(line)).toEqual(address)
})

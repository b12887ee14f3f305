import { expect, it } from 'vitest'

import { findCallingCodes, readCallingCodes, toInternational } from './calling-code.ts'

it.each([
  ['', { country: 'DE' }, 'https://nord.example', '069 813825', '+4969813825'],
  ['', undefined, 'https://nord.de', '069 813825', '+4969813825'],
  [
    '<a href="https://wa.me/18682693510">',
    undefined,
    'https://a.example',
    '868-269-3510',
    '+18682693510',
  ],
  ['', { country: 'IT' }, 'https://nord.example', '06 1234 5678', '+390612345678'],
  ['', { country: 'RU' }, 'https://nord.example', '8 900 123-45-67', '+79001234567'],
  // Two countries, or none.
  ['+48 600 123 456', { country: 'DE' }, 'https://nord.example', '069 813825', '069 813825'],
  ['', undefined, 'https://nord.example', '069 813825', '069 813825'],
  ['', { country: 'DE' }, 'https://nord.example', '+48 600 123 456', '+48 600 123 456'],
])('%s %j %s makes %s the number %s', (html, address, url, phone, international) => {
  const codes = findCallingCodes(readCallingCodes(html), { address, language: 'und', url })
  expect(toInternational(phone, codes)).toBe(international)
})

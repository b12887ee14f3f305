import type { School } from '@conversion-capi/content'
import { describe, expect, it } from 'vitest'

import { findAddress } from './find-address.ts'

describe('findAddress()', () => {
  it.each<[lines: string[], language: string, address: School['address']]>([
    [
      ['Oudegracht 1', '3511 AA Utrecht', 'Nederland'],
      'nl',
      { street: 'Oudegracht 1', city: 'Utrecht', postalCode: '3511 AA', country: 'NL' },
    ],
    [['3511 AA Utrecht'], 'nl', { city: 'Utrecht', postalCode: '3511 AA' }],
    [
      ['ul. Długa 5, 80-001 Gdańsk'],
      'pl',
      { street: 'ul. Długa 5', city: 'Gdańsk', postalCode: '80-001' },
    ],
    [
      ['Абай даңғылы 10', '050000, Алматы қ., Қазақстан'],
      'kk',
      { street: 'Абай даңғылы 10', city: 'Алматы', postalCode: '050000', country: 'KZ' },
    ],
    [
      ['Alexanderplatz 1', '10178 Berlin'],
      'de',
      { street: 'Alexanderplatz 1', city: 'Berlin', postalCode: '10178' },
    ],
    [['12345 Sunset Boulevard', 'Los Angeles'], 'en', undefined],
    [['Write to us'], 'en', undefined],
    [[], 'en', undefined],
  ])('finds the parts of %j in %s', (lines, language, address) => {
    expect(findAddress(lines, language)).toEqual(address)
  })
})

import { describe, expect, it } from 'vitest'

import { defineSchool, SchoolError } from './define-school.ts'
import { smallSchool } from './school.fixture.ts'

const school = smallSchool()
const [program] = school.programs
const [price] = program!.prices!

describe('defineSchool()', () => {
  it.each<[what: string, sentence: string, changes: Record<string, unknown>]>([
    [
      'a currency name',
      'programs[0].prices[0].currency is invalid. Write the three-letter currency code, such as "EUR".',
      withProgram({ prices: [{ ...price, currency: 'euro' }] }),
    ],
    [
      'a currency symbol and a fraction',
      'programs[0].prices[0].currency is invalid. Write the three-letter currency code, such as "EUR".',
      withProgram({ prices: [{ ...price, amount: 19.5, currency: '€' }] }),
    ],
    [
      'a currency with swapped letters',
      'programs[0].prices[0].currency is invalid. "PNL" is not a currency. Did you mean "PLN"?',
      withProgram({ prices: [{ ...price, currency: 'PNL' }] }),
    ],
    [
      'a currency that is no longer in use',
      'programs[0].prices[0].currency is invalid. Write the three-letter currency code, such as "EUR".',
      withProgram({ prices: [{ ...price, currency: 'DEM' }] }),
    ],
    [
      'a fraction of a currency without smaller units',
      'programs[0].prices[0].amount is invalid. Write a whole number: JPY has no smaller unit.',
      withProgram({ prices: [{ ...price, amount: 19.5, currency: 'JPY' }] }),
    ],
    [
      'a country name',
      'address.country is invalid. Write the two-letter country code, such as "PT".',
      { address: { city: 'Lisbon', country: 'Portugal' } },
    ],
    [
      'a country code that is not assigned',
      'address.country is invalid. Write the two-letter country code, such as "PT".',
      { address: { city: 'Lisbon', country: 'XX' } },
    ],
    [
      'a country code that is an alias',
      'address.country is invalid. Write "GB", the official code of United Kingdom.',
      { address: { city: 'London', country: 'UK' } },
    ],
    [
      'a language name',
      'language is invalid. Write a language tag, such as "en" or "pt-BR".',
      { language: 'English' },
    ],
    [
      'a country code as a language',
      'locales[0] is invalid. "ua" is not a language. Did you mean "uk"?',
      { locales: ['ua'] },
    ],
    [
      'a two-letter language that does not exist',
      'language is invalid. Write a language tag, such as "en" or "pt-BR".',
      { language: 'xx' },
    ],
    [
      'a language tag that is not in canonical form',
      'language is invalid. Write "de", the canonical form.',
      { language: 'deu' },
    ],
    [
      'a time zone that does not exist',
      'schedule.timeZone is invalid. Write a time zone from the IANA database, such as "Europe/Lisbon".',
      { schedule: { ...school.schedule, timeZone: 'Lisbon' } },
    ],
    [
      'a UTC offset instead of a time zone',
      'schedule.timeZone is invalid. Write a time zone from the IANA database, such as "Europe/Lisbon".',
      { schedule: { ...school.schedule, timeZone: '+02:00' } },
    ],
    [
      'a time zone in lower case',
      'schedule.timeZone is invalid. Write "Europe/Lisbon", as in the IANA database.',
      { schedule: { ...school.schedule, timeZone: 'europe/lisbon' } },
    ],
  ])('rejects %s', (_, sentence, changes) => {
    expect(() => defineSchool({ ...school, ...changes } as never)).toThrow(
      new SchoolError([sentence]),
    )
  })
})

function withProgram(changes: Record<string, unknown>): Record<string, unknown> {
  return { programs: [{ ...program, ...changes }] }
}

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { hashPii, sha256Hex } from '../../pii.ts'
import { PROFILE_KEYS } from '../../protocol.ts'
import { hashProfile, normalizeProfile } from './hash-profile.ts'

const DIGEST = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'
const MD5 = 'd41d8cd98f00b204e9800998ecf8427e'

function normalizeAll(key: (typeof PROFILE_KEYS)[number], values: string[]) {
  return values.map((value) => normalizeProfile(key, value))
}

describe('hashProfile', () => {
  // The two digests that Meta publishes for these keys, on its page on customer information parameters:
  // https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
  it.each([
    ['db', '2/16/1997', '01acdbf6ec7b4f478a225f1a246e5d6767eeab1a7ffa17f025265b5b94f40f0c'],
    [
      'country',
      'United States',
      '79adb2a2fce5c6ba215fe5f27f532d4e7edbac4b6a5e09e1ef3a08084a904621',
    ],
  ] as const)('returns Meta’s digest for %s %s', (key, value, digest) => {
    expect(hashProfile(key, value)).toBe(digest)
  })

  // The normalized examples of the same page.
  it.each([
    ['ct', 'Paris', 'paris'],
    ['ct', 'London', 'london'],
    ['ct', 'New York', 'newyork'],
    ['st', 'AZ', 'az'],
    ['st', 'California', 'ca'],
    ['zp', '94035', '94035'],
    ['zp', '1987', '1987'],
    ['zp', '75018', '75018'],
    ['zp', 'M1 1AE', 'm11ae'],
    ['ge', 'F', 'f'],
    ['ge', 'M', 'm'],
  ] as const)('hashes Meta’s example for %s: %s as %s', (key, value, normalized) => {
    expect(hashProfile(key, value)).toBe(sha256Hex(normalized))
  })

  it.each(PROFILE_KEYS)('returns a digest unchanged, but trimmed and in lowercase: %s', (key) => {
    expect(hashProfile(key, DIGEST)).toBe(DIGEST)
    expect(hashProfile(key, ` ${DIGEST.toUpperCase()}\n`)).toBe(DIGEST)
    expect(hashProfile(key, `${DIGEST}.AQYCAQMB`)).toBe(`${DIGEST}.AQYCAQMB`)
  })

  it.each(PROFILE_KEYS)('returns undefined for an MD5 digest: %s', (key) => {
    for (const value of [MD5, MD5.toUpperCase(), ` ${MD5} `, `${MD5}.AQ`, `${MD5}.AQYCAQMB`]) {
      expect(hashProfile(key, value)).toBeUndefined()
    }
  })

  it('hashes a city that only contains a digest', () => {
    expect(hashProfile('ct', `x${MD5}`)).toBe(sha256Hex(`x${MD5}`))
    expect(hashProfile('ct', `${MD5.replace('d', 'x')}`)).toBe(sha256Hex(MD5.replace('d', 'x')))
    expect(hashProfile('ct', `b${MD5.slice(1)}0`)).toBe(sha256Hex(`b${MD5.slice(1)}0`))
  })

  it.each(PROFILE_KEYS)('returns undefined if nothing usable remains: %s', (key) => {
    for (const value of ['', ' ', '-', '.,!', '☃', '1']) {
      expect(hashProfile(key, value)).toBeUndefined()
    }
  })

  it('returns a digest or undefined for any string', () => {
    const anyValue = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(fc.constantFrom(...PROFILE_KEYS), anyValue, (key, value) => {
        const hash = hashProfile(key, value)
        if (hash === undefined) return
        expect(hash).toMatch(/^[\da-f]{64}$/)
        expect(hashPii('em', hash)).toBe(hash)
      }),
      { numRuns: 1000 },
    )
  })

  it('returns the same digest for a value that is already normalized', () => {
    const anyValue = fc.string({ unit: fc.constantFrom(...'aZüЖ中1 -.é') })
    fc.assert(
      fc.property(fc.constantFrom('ct', 'st', 'country'), anyValue, (key, value) => {
        const normalized = normalizeProfile(key, value)
        if (normalized) expect(normalizeProfile(key, normalized)).toBe(normalized)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('normalizeProfile', () => {
  it.each([
    ['ct', 'Москва', 'москва'],
    ['ct', 'Zürich', 'zürich'],
    ['ct', 'São Paulo', 'sãopaulo'],
    ['ct', '北京', '北京'],
    ['ct', 'Saint-Étienne', 'saintétienne'],
    ['ct', 'Coeur d’Alene', 'coeurdalene'],
    ['ct', 'Area 51', 'area51'],
    ['ct', 'Zu\u0308rich', 'z\u00fcrich'],
    ['ct', '29 Palms', undefined],
    ['ct', '10115 Berlin', undefined],
    ['st', 'Thu\u0308ringen', 'th\u00fcringen'],
    ['st', 'new york', 'ny'],
    ['st', 'N.Y.', 'ny'],
    ['st', 'US-CA', 'ca'],
    ['st', ' us-ny', 'ny'],
    ['st', ' west virginia ', 'wv'],
    ['st', 'Washington, D.C.', 'dc'],
    ['st', 'New South Wales', 'newsouthwales'],
    ['st', 'Île-de-France', 'îledefrance'],
    ['st', 'Cyprus-Limassol', 'cypruslimassol'],
    ['st', 'Ontario', 'ontario'],
    ['st', 'ON', 'on'],
    ['st', 'Московская область', 'московскаяобласть'],
    ['st', 'constructor', 'constructor'],
    ['zp', '94035-1234', '94035'],
    ['zp', '94035 1234', '94035'],
    ['zp', '940351234', '94035'],
    ['zp', ' 94035-1234 ', '94035'],
    ['zp', '01310-100', '01310100'],
    ['zp', '00-950', '00950'],
    ['zp', '100-0001', '1000001'],
    ['zp', 'SW1A 2AA', 'sw1a2aa'],
    ['zp', 'AD500', 'ad500'],
    ['zp', '1234567890', '1234567890'],
    ['zp', '94035-12345', '9403512345'],
    ['db', '1997-3-4', '19970304'],
    ['db', '4.3.1997', '19970304'],
    ['db', '4/16/1997', '19970416'],
    ['db', '3/3/1997', '19970303'],
    ['db', '3.4.1997', '19970403'],
    ['db', '12.11.1997', '19971112'],
    ['db', '12/12/1997', '19971212'],
    ['db', '12/13/1997', '19971213'],
    ['db', '13/12/1997', '19971213'],
    ['db', '1900-01-01', '19000101'],
    ['db', '2099-12-31', '20991231'],
    ['db', '29.02.2024', '20240229'],
  ] as const)('normalizes %s %s to %s', (key, value, normalized) => {
    expect(normalizeProfile(key, value)).toBe(normalized)
  })

  it('knows the 50 states, the District of Columbia and 5 territories', () => {
    const states =
      'Alabama: al; Alaska: ak; Arizona: az; Arkansas: ar; California: ca; Colorado: co; ' +
      'Connecticut: ct; Delaware: de; Florida: fl; Georgia: ga; Hawaii: hi; Idaho: id; Illinois: ' +
      'il; Indiana: in; Iowa: ia; Kansas: ks; Kentucky: ky; Louisiana: la; Maine: me; Maryland: md; ' +
      'Massachusetts: ma; Michigan: mi; Minnesota: mn; Mississippi: ms; Missouri: mo; Montana: mt; ' +
      'Nebraska: ne; Nevada: nv; New Hampshire: nh; New Jersey: nj; New Mexico: nm; New York: ny; ' +
      'North Carolina: nc; North Dakota: nd; Ohio: oh; Oklahoma: ok; Oregon: or; Pennsylvania: pa; ' +
      'Rhode Island: ri; South Carolina: sc; South Dakota: sd; Tennessee: tn; Texas: tx; Utah: ut; ' +
      'Vermont: vt; Virginia: va; Washington: wa; West Virginia: wv; Wisconsin: wi; Wyoming: wy; ' +
      'District of Columbia: dc; Washington, D.C.: dc; American Samoa: as; Guam: gu; Northern ' +
      'Mariana Islands: mp; Puerto Rico: pr; U.S. Virgin Islands: vi; Virgin Islands: vi'
    const pairs = states.split('; ').map((state) => state.split(': '))
    expect(
      normalizeAll(
        'st',
        pairs.map(([name]) => name!),
      ),
    ).toEqual(pairs.map(([, code]) => code))
    expect(new Set(pairs.map(([, code]) => code)).size).toBe(56)
  })

  it.each([
    ['us', ['US', 'usa', 'U.S.A.', 'United States', 'The United States of America']],
    ['de', ['DE', 'DEU', 'Germany', 'Deutschland']],
    ['nl', ['the Netherlands', ' The Netherlands', 'Nederland', 'Holland']],
    ['tr', ['Turkey', 'Türkiye', 'Turkiye', 'TÜRKİYE']],
    ['ci', ['Côte d’Ivoire', "Cote d'Ivoire", 'Ivory Coast']],
    ['ba', ['Bosnia & Herzegovina', 'Bosnia and Herzegovina', 'Bosnia']],
    ['kp', ['North Korea', "Korea, Democratic People's Republic of"]],
    ['lc', ['St. Lucia', 'Saint Lucia', 'St Lucia']],
    ['ge', ['Georgia', 'საქართველო']],
  ])('converts the codes and names of a country to %s', (code, values) => {
    expect(normalizeAll('country', values)).toEqual(values.map(() => code))
  })

  it('drops unknown countries', () => {
    const values = ['xx', 'ZZ', 'EU', 'Europe', 'Utopia', 'constructor', 'Korea', 'U', 'XKX']
    expect(normalizeAll('country', values)).toEqual(values.map(() => undefined))
  })

  it('knows 249 countries by their codes, by their English names and by their own names', async () => {
    // The module reads the names once. This instance has not read them yet.
    vi.resetModules()
    const { normalizeProfile } = await import('./hash-profile.ts')
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const codes = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => normalizeProfile('country', code) === code)
    expect(codes).toHaveLength(249)
    const names = new Intl.DisplayNames(['en'], { type: 'region' })
    const found = codes.map((code) => normalizeProfile('country', names.of(code.toUpperCase())!))
    expect(found).toEqual(codes)
    const ownNames = ['Deutschland', 'España', 'Україна', '日本', '대한민국', 'مصر']
    const ownCodes = ownNames.map((name) => normalizeProfile('country', name))
    expect(ownCodes).toEqual(['de', 'es', 'ua', 'jp', 'kr', 'eg'])
  })

  it.each([
    '19970216',
    '1997-02-16',
    '1997-2-16',
    '1997/02/16',
    '1997-02-16T00:00:00Z',
    '1997-02-16T00:00:00.000Z',
    '1997-02-16 00:00:00',
    '1997-02-16 00:00:00+00',
    '1997-02-16T00:00:00+00:00',
    ' 16.02.1997 ',
    '16.2.1997',
    '2/16/1997',
    '16/2/1997',
    '02-16-1997',
  ])('reads a date of birth: %s', (value) => {
    expect(normalizeProfile('db', value)).toBe('19970216')
  })

  it.each([
    ['ambiguous', '3/4/1997'],
    ['ambiguous', '11-12-1997'],
    ['of 31 February', '31.02.1997'],
    ['of 31 February', '1997-02-31'],
    ['of 29 February in another year than a leap year', '29.02.2023'],
    ['of the 13th month', '1997-13-01'],
    ['of the 13th month', '13/13/1997'],
    ['of day 0', '1997-02-00'],
    ['of month 0', '1997-00-16'],
    ['of the year 1899', '1899-12-31'],
    ['of the year 2100', '2100-01-01'],
    ['of two digits for the year', '16.02.97'],
    ['with other separators', '16 Feb 1997'],
    ['with mixed separators', '16.02/1997'],
    ['of seven digits', '1997121'],
    ['of six digits', '970216'],
    ['with a time', '1997-02-16T23:00:00Z'],
    ['with a fraction of a second', '1997-02-1 00:00:00.5'],
    ['with more text', '1997-02-16x'],
    ['with more text', '16.02.1997x'],
    ['with text before it', 'x1997-02-16'],
    ['with text before it', 'x16.02.1997'],
  ])('drops a date of birth %s: %s', (_, value) => {
    expect(normalizeProfile('db', value)).toBeUndefined()
  })

  it('returns every date of a century in the same form, however it is written', () => {
    const day = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2099-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [year, month, dayOfMonth] = iso.split('-')
        const expected = iso.replaceAll('-', '')
        expect(normalizeProfile('db', iso)).toBe(expected)
        expect(normalizeProfile('db', expected)).toBe(expected)
        expect(normalizeProfile('db', `${dayOfMonth}.${month}.${year}`)).toBe(expected)
        const slashes = normalizeProfile('db', `${month}/${dayOfMonth}/${year}`)
        expect([expected, undefined]).toContain(slashes)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    [
      'f',
      ['f', 'F', ' Female ', 'Woman', 'girl', 'lady', 'Mrs.', 'Ms', 'Miss', 'madam', 'she', 'her'],
    ],
    ['m', ['m', 'MALE', 'man', 'boy', 'gentleman', 'Mr.', 'mister', 'sir', 'he', 'him']],
    [
      undefined,
      ['', 'x', 'other', 'diverse', 'w', 'femme', 'females', 'constructor', 'm/f', 'm.f', 'mr..'],
    ],
  ])('normalizes a gender to %s', (gender, values) => {
    expect(normalizeAll('ge', values)).toEqual(values.map(() => gender))
  })
})

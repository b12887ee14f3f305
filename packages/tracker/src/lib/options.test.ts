import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import * as addOns from './browser/add-ons.ts'
import { OPTIONS, PLATFORMS } from './options.ts'

/** How an error describes each option, and values that are not valid. */
const INVALID: Record<string, [expected: string, values: unknown[]]> = {
  name: [
    'a JavaScript identifier, e.g. "polaris"',
    ['', 'my-school', '1school', 'a.b', 'a b', 'a\n', 'école', '</script>', ['polaris']],
  ],
  endpoint: [
    'a path, e.g. "/functions/v1/conversion-capi", or an http(s) URL',
    [
      '',
      'events',
      '//elsewhere.example/',
      String.raw`/\elsewhere.example/`,
      '/\t/elsewhere.example/',
      String.raw`\\elsewhere.example`,
      'https:events',
      'https://user:secret@school.example/',
      'javascript:alert(1)',
      'ftp://school.example/',
      null,
      ['/events'],
    ],
  ],
  pageView: ['a boolean', ['no']],
  consent: ['"wait"', ['granted', 'Wait', null]],
  globalPrivacyControl: ['"honor" or "ignore"', ['off']],
  siteUrl: ['an http(s) URL, e.g. "https://school.example"', ['', 'school.example', 'https:', 5]],
  queryParameters: [
    'an array of parameter names, e.g. ["utm_source"]',
    [[''], ['utm_source=ads'], ['utm_source', 'a&b'], ['#'], 'utm_source', [5]],
  ],
  // Paths that would never match or match too much.
  exclude: [
    'an array of paths without wildcards or parameters, e.g. ["/student", "/app"]',
    [
      ['/app', ''],
      ['student'],
      ['https://school.example/student'],
      ['//student'],
      ['/student/*'],
      ['/student?tab=1'],
      ['/#/student'],
      ['/courses/../student'],
      ['/./student'],
      [String.raw`/student\lessons`],
      ['/student '],
      ['/student;tab=1'],
      ['/x/..%2Fstudent'],
      ['/x/..%5Cstudent'],
      ['/student%3Btab'],
      ['/%'],
      ['/\ud800'],
      [5],
      '/student',
      null,
    ],
  ],
  nationalPhone: [
    'strings of digits, e.g. { countryCode: "7", trunkPrefix: "8" } or { countryCode: "48" }',
    [
      { countryCode: '+7', trunkPrefix: '8' },
      { countryCode: '7', trunkPrefix: '' },
      { countryCode: '', trunkPrefix: '0' },
      { countryCode: '7', trunkPrefix: '(8)' },
      { countryCode: '048' },
      { countryCode: '7', trunkPrefx: '8' },
      { countryCode: 7, trunkPrefix: 8 },
      { countryCode: 48 },
      '7:8',
      null,
    ],
  ],
  debug: ['a boolean', [1]],
  pixel: [
    'an object with a pixel ID, e.g. { id: "1234567890" }, and optionally src: "/fbevents.js", advancedMatching: true, limitedDataUse: { country: 1, state: 1000 } and autoConfig: false',
    [
      null,
      '1234567890',
      { id: 1_234_567_890 },
      ...['', 'abc', '12 34', '"1"'].map((id) => ({ id })),
      ...['', 'pixel.js', '//elsewhere.example/', 'data:text/javascript,alert(1)'].map((src) => ({
        id: '1',
        src,
      })),
      { id: '1', source: '/fbevents.js' },
      { id: '1', advancedMatching: 'true' },
      { id: '1', autoConfig: true },
      { id: '1', autoConfig: 'false' },
      ...[
        true,
        '0:0',
        {},
        { country: 1 },
        { country: 2, state: 0 },
        { country: 1, state: 2000 },
        { country: '1', state: '1000' },
        { country: 1, state: 1000, region: 1 },
      ].map((limitedDataUse) => ({ id: '1', limitedDataUse })),
    ],
  ],
}

describe('OPTIONS', () => {
  it('has an entry for every add-on', () => {
    const names = [
      ...Object.keys(OPTIONS),
      ...PLATFORMS,
      'tildaConsent',
      'matchedPixel',
      'visitorField',
      'widgets',
      'hubspotWidgets',
    ]
    expect(names).toEqual(expect.arrayContaining(Object.keys(addOns)))
  })
})

describe('checkOptions', () => {
  it.each([
    'location',
    'document',
    'name',
    'fetch',
    'event',
    'window',
    'fbq',
    'class',
    '__proto__',
    'constructor',
  ])('throws for the name %s, which browsers, JavaScript or the pixel use', (name) => {
    const error = new TypeError(
      `name must not be "${name}", which JavaScript, browsers, the pixel or site builders use. Choose a name such as "polaris".`,
    )
    expect(() => buildTracker({ name })).toThrow(error)
  })

  describe.each(Object.entries(INVALID))('%s', (name, [expected, values]) => {
    it.each(values.map((value) => [value]))('throws a TypeError for %j', (value) => {
      const error = new TypeError(`${name} must be ${expected}.`)
      expect(() => buildTracker({ name: 'polaris', [name]: value })).toThrow(error)
    })
  })

  it('throws a TypeError that lists all options if one is unknown', () => {
    expect(() => buildTracker({ name: 'polaris', ['endpiont' as never]: '/e' })).toThrow(
      new TypeError(`Option "endpiont" is unknown. Use one of ${Object.keys(OPTIONS).join(', ')}.`),
    )
    expect(() => buildTracker({ name: 'polaris', ['__proto__x' as never]: 1 })).toThrow(TypeError)
    expect(() => buildTracker({ name: 'polaris', ['constructor' as never]: 1 })).toThrow(TypeError)
  })

  it.each([{}, { name: undefined }, { nam: 'polaris' }])(
    'throws a TypeError that contains "name" if it is missing: %j',
    (options) => {
      expect(() => buildTracker(options as never)).toThrow(TypeError)
      expect(() => buildTracker(options as never)).toThrow(/\bname\b/)
    },
  )

  it.each([undefined, null, 'polaris', ['polaris']])(
    'throws a TypeError if the options are not an object: %j',
    (options) => {
      expect(() => buildTracker(options as never)).toThrow(
        new TypeError('The options must be an object.'),
      )
    },
  )

  it('accepts undefined for an option with a default value', () => {
    expect(buildTracker({ name: 'polaris', endpoint: undefined, pixel: undefined } as never)).toBe(
      buildTracker({ name: 'polaris' }),
    )
  })
})

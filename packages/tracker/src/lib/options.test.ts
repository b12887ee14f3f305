import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import * as addOns from './browser/add-ons.ts'
import { OPTIONS, PLATFORMS } from './options.ts'

describe('OPTIONS', () => {
  it('has an entry for every add-on', () => {
    const names = [
      ...Object.keys(OPTIONS),
      ...PLATFORMS,
      'tildaConsent',
      'matchedPixel',
      'visitorField',
    ]
    expect(names).toEqual(expect.arrayContaining(Object.keys(addOns)))
  })

  it('has only options that the README describes with their attributes', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    for (const [name, option] of Object.entries<{ attribute?: string }>(OPTIONS)) {
      const attribute = `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
      const described = option.attribute ? `\`${attribute}\\b` : 'not in the ready script'
      expect(readme).toMatch(new RegExp(`^- \`${name}\\b.*${described}`, 'm'))
    }
  })
})

describe('checkOptions', () => {
  it.each([
    [{ pageView: 'no' }, 'pageView must be a boolean.'],
    [{ consent: 'granted' }, 'consent must be "wait".'],
    [{ consent: 'Wait' }, 'consent must be "wait".'],
    [{ consent: null }, 'consent must be "wait".'],
    [{ globalPrivacyControl: 'off' }, 'globalPrivacyControl must be "honor" or "ignore".'],
    [{ debug: 1 }, 'debug must be a boolean.'],
  ])('throws a TypeError if an option is invalid: %j', (options, message) => {
    expect(() => buildTracker({ name: 'polaris', ...(options as object) })).toThrow(
      new TypeError(message),
    )
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

  it.each<[string, object]>([
    ['pixel', { pixel: null }],
    ['pixel', { pixel: '1234567890' }],
    ['pixel', { pixel: { id: 1_234_567_890 } }],
    ['pixel', { pixel: { id: '1234567890', source: '/fbevents.js' } }],
    ['exclude', { exclude: '/student' }],
    ['exclude', { exclude: [5] }],
    ['exclude', { exclude: null }],
    ['nationalPhone', { nationalPhone: null }],
    ['nationalPhone', { nationalPhone: '7:8' }],
    ['nationalPhone', { nationalPhone: { countryCode: '7', trunkPrefx: '8' } }],
    ['nationalPhone', { nationalPhone: { countryCode: 7, trunkPrefix: 8 } }],
    ['nationalPhone', { nationalPhone: { countryCode: 48 } }],
    ['queryParameters', { queryParameters: 'utm_source' }],
    ['queryParameters', { queryParameters: [5] }],
    ['endpoint', { endpoint: null }],
    ['endpoint', { endpoint: ['/events'] }],
    ['name', { name: ['polaris'] }],
  ])('throws a TypeError that names %s if its type is wrong: %j', (name, options) => {
    expect(() => buildTracker({ name: 'polaris', ...options } as never)).toThrow(
      new RegExp(`^${name} must`),
    )
    expect(() => buildTracker({ name: 'polaris', ...options } as never)).toThrow(TypeError)
  })

  it('accepts undefined for an option with a default value', () => {
    expect(buildTracker({ name: 'polaris', endpoint: undefined, pixel: undefined } as never)).toBe(
      buildTracker({ name: 'polaris' }),
    )
  })
})

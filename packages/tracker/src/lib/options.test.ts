import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import * as addOns from './browser/add-ons.ts'
import { OPTIONS } from './options.ts'

describe('options', () => {
  it('include one for every add-on', () => {
    expect(Object.keys(OPTIONS)).toEqual(expect.arrayContaining(Object.keys(addOns)))
  })

  it('are described in the README, with their attributes', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    for (const name of Object.keys(OPTIONS)) {
      const attribute = `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
      expect(readme).toMatch(new RegExp(`^- \`${name}\\b.*\`${attribute}\\b`, 'm'))
    }
  })

  it.each([
    [{ pageView: 'no' }, 'pageView must be a boolean.'],
    [{ consent: 'granted' }, 'consent must be "wait".'],
    [{ globalPrivacyControl: 'off' }, 'globalPrivacyControl must be "honor" or "ignore".'],
    [{ debug: 1 }, 'debug must be a boolean.'],
  ])('throw a TypeError if they are invalid: %j', (options, message) => {
    expect(() => buildTracker({ name: 'polaris', ...(options as object) })).toThrow(
      new TypeError(message),
    )
  })

  it('can be undefined', () => {
    expect(buildTracker({ name: 'polaris', endpoint: undefined, pixel: undefined } as never)).toBe(
      buildTracker({ name: 'polaris' }),
    )
  })
})

import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { DEFAULTS, FIELD_NAMES, variableOf } from './config.ts'
import { readConfig } from './read-config.ts'

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const ROWS = [...README.matchAll(/^\| `(META_\w+)` +\| `(\w+)` +\| (.+?) +\|$/gm)].map(
  ([, name, field, value]) => ({ name: name!, field: field!, value: value! }),
)
const DEFAULT_ROWS = ROWS.filter(({ value }) => value.startsWith('`'))

describe('DEFAULTS', () => {
  it('equals the defaults in the README', () => {
    const written = Object.fromEntries(
      Object.entries(DEFAULTS).map(([field, value]) => [field, value && `\`${value}\``]),
    )
    expect(Object.fromEntries(DEFAULT_ROWS.map(({ field, value }) => [field, value]))).toEqual(
      written,
    )
  })

  it('contains only values that readConfig accepts', () => {
    const env = Object.fromEntries(
      DEFAULT_ROWS.map(({ name, value }) => [name, value.slice(1, -1)]),
    )
    expect(
      readConfig({ ...env, META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAsecret' }),
    ).toEqual({
      ok: true,
      value: { ...DEFAULTS, pixelId: '770000000000077', accessToken: 'EAAsecret' },
    })
  })

  it('has a row in the README for each environment variable', () => {
    const expected = FIELD_NAMES.map((field) => [variableOf(field), field])
    expect(ROWS.map(({ name, field }) => [name, field])).toEqual(expected)
  })
})

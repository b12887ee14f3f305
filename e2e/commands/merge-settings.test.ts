import { mergeSettings } from 'example-school-site/merge-settings'
import { describe, expect, it } from 'vitest'

describe('mergeSettings', () => {
  it('merges JSON deeply', () => {
    const own = '{ "main": "worker.ts", "assets": { "directory": "public" } }'
    const added = '{ "assets": { "html_handling": "none" } }'
    expect(JSON.parse(mergeSettings(own, added))).toEqual({
      main: 'worker.ts',
      assets: { directory: 'public', html_handling: 'none' },
    })
  })

  it('concatenates TOML', () => {
    expect(mergeSettings('[build]\n', '[[redirects]]\n')).toBe('[build]\n\n[[redirects]]\n')
  })

  it('throws if both files have the same setting', () => {
    expect(() => mergeSettings('{ "headers": [] }', '{ "headers": [{}] }')).toThrow(
      'Both settings files define "headers".',
    )
  })
})

import { mergeSettings } from 'example-school-site/merge-settings'
import { describe, expect, it } from 'vitest'

describe('mergeSettings', () => {
  it('has what either file says, also within one setting', () => {
    const own = '{ "main": "worker.ts", "assets": { "directory": "public" } }'
    const added = '{ "assets": { "html_handling": "none" } }'
    expect(JSON.parse(mergeSettings(own, added))).toEqual({
      main: 'worker.ts',
      assets: { directory: 'public', html_handling: 'none' },
    })
  })

  it('puts tables of TOML after one another', () => {
    expect(mergeSettings('[build]\n', '[[redirects]]\n')).toBe('[build]\n\n[[redirects]]\n')
  })

  it('refuses to choose when both say something about the same setting', () => {
    expect(() => mergeSettings('{ "headers": [] }', '{ "headers": [{}] }')).toThrow(
      'Both settings files define "headers".',
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { pageTitle } from './page-title.ts'

describe('pageTitle()', () => {
  it('joins the title and the name of the site', () => {
    expect(pageTitle('Facts', 'Polaris Online School')).toBe('Facts · Polaris Online School')
  })

  it('shortens a long name between words', () => {
    const name =
      'Municipal Autonomous Educational Institution “Online School of the Northern District”'
    expect(pageTitle('Page not found', name)).toBe(
      'Page not found · Municipal Autonomous Educational Institution “Online…',
    )
  })

  it('shortens a name without spaces between characters', () => {
    const title = pageTitle('页', '👩‍👧‍👦'.repeat(20))
    expect(title).toBe(`页 · ${'👩‍👧‍👦'.repeat(8)}…`)
  })

  it('shortens a long title and omits the name', () => {
    expect(pageTitle(`${'word '.repeat(20)}end`, 'Polaris')).toBe(`${'word '.repeat(13)}word…`)
  })

  it('never exceeds 70 characters', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 })
    fc.assert(
      fc.property(text, text, (title, name) => {
        const result = pageTitle(title, name)
        expect(result.length).toBeLessThanOrEqual(70)
        expect(result).not.toMatch(/\p{Surrogate}/u)
        if (`${title} · ${name}`.length <= 70) expect(result).toBe(`${title} · ${name}`)
      }),
      { numRuns: 500 },
    )
  })
})

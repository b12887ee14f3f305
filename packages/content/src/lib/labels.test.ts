import { describe, expect, it } from 'vitest'

import { labelsOf, missingLabels } from './labels.ts'
import { ENGLISH } from './labels/english.ts'

describe('labelsOf()', () => {
  it.each([
    ['ar', 'السعر'],
    ['en-GB', 'Price'],
    ['de-AT', 'Preis'],
    ['es-419', 'Precio'],
    ['fr-CA', 'Tarif'],
    ['pl', 'Cena'],
    ['ru', 'Цена'],
  ])('returns the built-in labels of the language %s', (language, price) => {
    expect(labelsOf({ language }).price).toBe(price)
    expect(missingLabels({ language })).toEqual([])
  })

  it.each(['ar', 'de', 'es', 'fr', 'pl', 'ru'])(
    'returns translations of all labels: %s',
    (language) => {
      const labels = labelsOf({ language })
      const untranslated = Object.entries(ENGLISH).filter(
        ([key, label]) => labels[key as keyof typeof ENGLISH] === label,
      )
      // Words such as "Contact", "Website" and "Source" are the same in several languages.
      expect(untranslated.length).toBeLessThanOrEqual(4)
    },
  )

  it('merges the school’s own labels in', () => {
    const labels = labelsOf({ language: 'de', labels: { price: 'Kosten' } })
    expect([labels.price, labels.grades]).toEqual(['Kosten', 'Klassenstufen'])
  })
})

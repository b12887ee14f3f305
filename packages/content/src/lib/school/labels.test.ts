import { describe, expect, it } from 'vitest'

import { BUILT_IN, hasBuiltInLabels, LABEL_NAMES, labelsOf, untranslatedLabels } from './labels.ts'
import { ENGLISH } from './labels/english.ts'
import { TRANSLATED } from '../school.fixture.ts'

describe('labelsOf()', () => {
  it.each([
    ['ar', 'السعر'],
    ['en-GB', 'Price'],
    ['de-AT', 'Preis'],
    ['es-419', 'Precio'],
    ['fr-CA', 'Tarif'],
    ['kk', 'Бағасы'],
    ['nl-BE', 'Prijs'],
    ['pl', 'Cena'],
    ['ru', 'Цена'],
    ['pt-BR', 'Preço'],
    ['it', 'Prezzo'],
    ['tr', 'Fiyat'],
    ['uk', 'Ціна'],
  ])('returns the built-in labels of the language %s', (language, price) => {
    expect(labelsOf({ language }).price).toBe(price)
    expect(untranslatedLabels({ language })).toEqual([])
  })

  it.each([...BUILT_IN.keys()].filter((language) => language !== 'en'))(
    'returns translations of all labels: %s',
    (language) => {
      const labels = labelsOf({ language })
      expect(Object.keys(labels)).toEqual(LABEL_NAMES)
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
  it('ignores labels that are not translated yet', () => {
    expect(labelsOf({ language: 'de', labels: { price: '' } }).price).toBe('Preis')
  })
})

describe('untranslatedLabels()', () => {
  it('returns the labels that the school has not written', () => {
    const labels = { ...TRANSLATED, price: '', home: undefined }
    expect(untranslatedLabels({ language: 'th', labels })).toEqual(['price', 'home'])
  })

  it.each(['th', 'ru-Latn', 'kk-Latn', 'uz-Cyrl'])('returns all labels: %s', (language) => {
    expect(untranslatedLabels({ language })).toEqual(LABEL_NAMES)
    expect(hasBuiltInLabels(language)).toBe(false)
  })

  it.each(['de', 'kk-Cyrl', 'nl'])('returns no label: %s', (language) => {
    expect(untranslatedLabels({ language, labels: { price: '' } })).toEqual([])
    expect(hasBuiltInLabels(language)).toBe(true)
  })
})

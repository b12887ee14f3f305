import { describe, expect, it } from 'vitest'

import { convertAlerts } from './convert-alerts.ts'

describe('convertAlerts', () => {
  it.each([
    ['NOTE', ':::note'],
    ['TIP', ':::tip'],
    ['IMPORTANT', ':::note[Important]'],
    ['WARNING', ':::caution[Warning]'],
    ['CAUTION', ':::danger[Caution]'],
  ])('turns a %s into %s', (kind, aside) => {
    expect(convertAlerts(`a\n\n> [!${kind}]\n> b [c](d)\n>\n> - e\n\nf\n`)).toBe(
      `a\n\n${aside}\nb [c](d)\n\n- e\n:::\n\nf\n`,
    )
  })

  it('converts every alert of a page', () => {
    expect(convertAlerts('> [!NOTE]\n> a\n\nb\n\n> [!TIP]\n> c')).toBe(
      ':::note\na\n:::\n\nb\n\n:::tip\nc\n:::',
    )
  })

  it.each(['> quote', '> [!OTHER]\n> a', '```md\n> [!NOTE]\n> a\n```', '> [!NOTE] a'])(
    'leaves %j unchanged',
    (markdown) => {
      expect(convertAlerts(markdown)).toBe(markdown)
    },
  )
})

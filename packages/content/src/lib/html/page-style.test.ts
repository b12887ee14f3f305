import { describe, expect, it } from 'vitest'

import { PAGE_STYLE } from './page-style.ts'

const [light, dark] = [...PAGE_STYLE.matchAll(/:root \{[^}]*\}/g)].map(([rule]) =>
  Object.fromEntries(
    [...rule.matchAll(/--(\w+): (#[\da-f]+);/g)].map(([, name, color]) => [name!, color!]),
  ),
)

describe('PAGE_STYLE', () => {
  it.each([
    ['light', light!],
    ['dark', dark!],
  ])('meets the contrast of WCAG 2.2 AA in the %s color scheme', (_, colors) => {
    for (const ink of ['ink', 'quiet', 'link'] as const) {
      for (const paper of ['paper', 'shade'] as const) {
        expect(contrast(colors[ink]!, colors[paper]!), `${ink} on ${paper}`).toBeGreaterThan(4.5)
      }
    }
  })

  it('loads no other file', () => {
    expect(PAGE_STYLE).not.toMatch(/url\(|@import|@font-face/)
  })

  it('contains nothing that ends a style element', () => {
    expect(PAGE_STYLE).not.toContain('<')
  })

  it('keeps phone numbers on one line', () => {
    expect(PAGE_STYLE).toContain("a[href^='tel:'] { white-space: nowrap; }")
  })

  it('is smaller than 4.2 KB', () => {
    expect(new TextEncoder().encode(PAGE_STYLE).length).toBeLessThan(4200)
  })

  it('uses no physical directions', () => {
    const rules = PAGE_STYLE.replace(/^pre \{.*\}$/m, '')
    expect(rules).not.toMatch(/\b(left|right)\b/)
  })
})

/** Returns the contrast ratio as defined by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

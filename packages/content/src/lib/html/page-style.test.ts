import { describe, expect, it } from 'vitest'

import { PAGE_STYLE } from './page-style.ts'

describe('PAGE_STYLE', () => {
  it('loads no other file', () => {
    expect(PAGE_STYLE).not.toMatch(/url\(|@import|@font-face/)
  })

  it('contains nothing that ends a style element', () => {
    expect(PAGE_STYLE).not.toContain('<')
  })

  it('is smaller than 4.2 KB', () => {
    expect(new TextEncoder().encode(PAGE_STYLE).length).toBeLessThan(4200)
  })

  it('uses no physical directions', () => {
    const rules = PAGE_STYLE.replace(/^pre \{.*\}$/m, '')
    expect(rules).not.toMatch(/\b(left|right)\b/)
  })
})

import { describe, expect, it } from 'vitest'

import { siteFile } from './site-file.ts'

describe('siteFile()', () => {
  it.each([
    ['/llms.txt', 'llms.txt'],
    ['/for-llm/', 'for-llm/index.html'],
    ['/.well-known/api-catalog', '.well-known/api-catalog'],
    ['/', 'index.html'],
  ])('puts %s into %s', (path, file) => {
    expect(siteFile(path)).toBe(file)
  })
})

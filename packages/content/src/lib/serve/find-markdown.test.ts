import { describe, expect, it } from 'vitest'

import { findMarkdown } from './find-markdown.ts'

describe('findMarkdown()', () => {
  it.each([
    ['/', '/index.md'],
    ['/for-llm/', '/for-llm/index.md'],
    ['/page.html', '/page.html.md'],
  ])('finds the twin of %s at %s', (path, twin) => {
    expect(find(path, twin)?.path).toBe(twin)
  })

  it.each([
    ['/page.html', '/page.md'],
    ['/for-llm/', '/for-llm.md'],
    ['/for-llm/', '/for-llm/index.html.md'],
  ])('takes for %s no %s', (path, other) => {
    expect(find(path, other)).toBeUndefined()
  })

  it('looks at the types, not at the names alone', () => {
    expect(find('/page.html', '/page.html.md', 'text/plain')).toBeUndefined()
    expect(find('/page.html', '/page.html.md', 'text/markdown', 'text/plain')).toBeUndefined()
  })
})

function find(path: string, twin: string, twinType = 'text/markdown', type = 'text/html') {
  return findMarkdown(
    { path, contentType: type },
    new Map([[twin, { path: twin, contentType: twinType }]]),
  )
}

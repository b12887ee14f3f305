import { describe, expect, it } from 'vitest'

import { parsePage } from './page.ts'
import { findFrames, isPart } from './page-roles.ts'

function parts(pages: Record<string, string>): string[] {
  const parsed = Object.entries(pages).map(([path, html]) => parsePage(path, path, html))
  const frames = findFrames('https://nord.example', parsed)
  return parsed.filter((page) => isPart(page, frames)).map(({ path }) => path)
}

describe('isPart()', () => {
  it.each([
    '<meta http-equiv="refresh" content="0; url=/new/">',
    '<meta http-equiv=Refresh content="3;URL=\'https://other.example/\'">',
    '<script>location.replace("/new/")</script>',
    '<title>Moved</title><script>window.location.href = "/new/";</script><body><a href="/new/">New</a>',
  ])('returns a page that redirects: %s', (html) => {
    expect(parts({ '/old.html': html })).toEqual(['/old.html'])
  })

  it.each([
    // Reloads itself.
    '<meta http-equiv="refresh" content="300">',
    '<meta http-equiv="refresh" content="60; url=/news/">',
    '<p>Text</p><script>location.replace("/new/")</script>',
    '<script>location.replace("/new/"); track()</script>',
    '<script>if (a) location.replace("/new/")</script>',
    '<script>const location = { replace() {} }</script>',
    '<script src="/a.js"></script><script>location = "/b"</script>',
  ])('does not return a page that stays: %s', (html) => {
    expect(parts({ '/page.html': html })).toEqual([])
  })

  it('returns the pages that other pages show in an iframe, but not the home page', () => {
    const html = `<base href="/kk/"><iframe src="../a%20b.html?x#y"></iframe><iframe src="/w/index.html"></iframe>
      <iframe src="/"></iframe><iframe src="https://other.example/c.html"></iframe><iframe></iframe>
      <iframe src="/kk/page.html"></iframe><iframe src="http://[/"></iframe>`
    const others = { '/': '', '/a%20b.html': '', '/w/': '', '/c.html': '' }
    expect(parts({ '/kk/page.html': html, ...others })).toEqual(['/a%20b.html', '/w/'])
  })
})

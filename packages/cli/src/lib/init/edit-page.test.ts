import { describe, expect, it } from 'vitest'

import { applyEdits } from './apply-edits.ts'
import { editPage, type EditPageOptions } from './edit-page.ts'

const OPTIONS = { tracker: 'nord', language: 'en', description: 'Chess & "more"' }

function edit(html: string, options: EditPageOptions): string {
  return applyEdits(html, editPage(html, options).edits)
}

const PAGE = `<!doctype html>
<html>
  <head>
    <title>Nord</title>
  </head>
  <body>
    <h1>Nord</h1>
  </body>
</html>
`

describe('editPage()', () => {
  it('adds language, description and tracker, and changes nothing else', () => {
    expect(edit(PAGE, OPTIONS)).toBe(
      PAGE.replace('<html>', '<html lang="en">').replace(
        '</title>',
        `</title>
    <meta name="description" content="Chess &amp; &quot;more&quot;">
    <script defer src="/nord.js"></script>`,
      ),
    )
  })

  it('returns an edited page unchanged', () => {
    const edited = edit(PAGE, OPTIONS)
    expect(edit(edited, OPTIONS)).toBe(edited)
  })

  it('sets the direction of right-to-left pages', () => {
    expect(edit(PAGE, { ...OPTIONS, language: 'ar-JO' })).toContain('<html lang="ar-JO" dir="rtl">')
  })

  it('puts the tracker before scripts that may use it', () => {
    const html = PAGE.replace('</title>', '</title>\n    <script defer src="/site.js"></script>')
    expect(edit(html, OPTIONS)).toMatch(
      /<script defer src="\/nord\.js"><\/script>\n {4}<script defer src="\/site\.js">/,
    )
  })

  it('edits a page on one line, without tags that HTML allows to omit', () => {
    expect(
      edit('<!doctype html><title>Nord</title><h1>Nord</h1>', { ...OPTIONS, description: 'x' }),
    ).toBe(
      '<!doctype html><title>Nord</title><meta name="description" content="x"><script defer src="/nord.js"></script><h1>Nord</h1>',
    )
  })

  it.each([
    [`fbq('init', '1');\nfbq('track', 'PageView');\n`, `fbq('init', '1');\n`],
    [`fbq('init','1');fbq('track','PageView');`, `fbq('init','1');`],
    [`window.fbq("track", "PageView")`, ''],
    [`fbq('init', '1');\r\nfbq('track', 'PageView');\r\nf()`, `fbq('init', '1');\r\nf()`],
  ])('removes the page view that would count twice: %j', (code, expected) => {
    const html = `<html lang="en"><head><meta name="description" content="x"><script src="/nord.js"></script><script>${code}</script></head>`
    expect(edit(html, OPTIONS)).toBe(html.replace(code, expected))
  })

  it('adds the language to the tag, not to a comment before it', () => {
    const html = PAGE.replace('<html>', '<!--[if IE]><html class="ie"><![endif]--><html>')
    expect(edit(html, OPTIONS)).toContain('<html class="ie"><![endif]--><html lang="en">')
  })

  it('returns the lines of page views that it cannot remove', () => {
    const html = `<title>Nord</title>\n<script>\nif (consent) fbq('track', 'PageView')\n</script>`
    expect(editPage(html, OPTIONS).keptPageViews).toEqual([3])
  })

  it.each([
    `fbq('track', 'PageView', {}, { eventID: id })`,
    `fbq('track', 'PageViewed')`,
    `myfbq('track', 'PageView')`,
  ])('keeps other calls: %s', (code) => {
    const html = PAGE.replace('</title>', `</title><script>${code}</script>`)
    expect(edit(html, OPTIONS)).toContain(`<script>${code}</script>`)
  })

  it('tracks forms that ask for an email or a phone number as leads', () => {
    const html = PAGE.replace(
      '<h1>',
      '<form id="a"><input type="email"><input type=tel autocomplete="work tel"></form><form id="b"><input name="q"></form><form id="c" data-track="Subscribe"><input type="email"></form><h1>',
    )
    expect(edit(html, OPTIONS)).toContain(
      '<form data-track="Lead" id="a"><input autocomplete="email" type="email"><input type=tel autocomplete="work tel"></form><form id="b"><input name="q"></form><form id="c" data-track="Subscribe"><input type="email"></form>',
    )
  })
})

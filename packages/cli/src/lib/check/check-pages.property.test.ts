import { EVENT_NAMES } from '@conversion-capi/core/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { applyEdits } from '../init/edits/edit-encoded-page.ts'
import { editPage } from '../init/edits/edit-page.ts'
import { scanPage } from '../init/scan-page.ts'
import { PAGE } from '../project/write-project.fixture.ts'
import { parsePage } from '../site/page.ts'
import { extendHead } from '../site/render-site.ts'
import { checkFiles } from './check-files.fixture.ts'

const PIECES = String.raw`
<script> </script> <template> <svg@onload= <!-- --> <base@href= <script@src="/nord.js"@defer>
<script@type=module> <button@data-track=" data-track-data=' <meta@http-equiv="Content-Security-Policy"@content="
<script@src=klaro.js@defer></script> __tcfapi() gtag("consent","default",{ad_storage:"denied"}) script-src@'self' ;connect-src@* "> nord.track( window.nord?. ['track'] nord.consent( fbq("init", fbq("track",
"Lead" "Purchase" , { } ( ) ...x email: value: currency: phone: __proto__: => const@nord=nord; let@a=[a] return
\${ // /* */ ' " ;
`
const pieces = PIECES.trim().split(/\s+/)
const piece = fc.constantFrom('\n', '`', ...pieces.map((each) => each.replaceAll('@', ' ')))
const text = fc.oneof(
  fc.string(),
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
)

it('never throws, whatever the pages and scripts contain', () => {
  fc.assert(
    fc.property(text, text, (html, script) => {
      const files = { '/': html, '/a.html': PAGE + html, '/site.js': script }
      for (const each of checkFiles(files)) {
        expect(each.message).toMatch(/\.$/)
        expect(each.message + each.fix).not.toContain('undefined')
      }
    }),
    { numRuns: 500 },
  )
})

const TAGS =
  '<!doctype html> <html> <head> </head> <body> </body> <frameset><frame src=a.html> <noscript> <img src=a.gif> </noscript> <title>Nord</title> <meta name=description> <link rel=icon> <style>p{}</style> <div> </div> <form> <input type=email name=email> <input type=tel> </form> <table> <tr> <select> <svg> <math> <p> Chess <!-- --> <!--[if IE]><html><head><![endif]--> <script>fbq("init","12345")</script> <script src=a.js></script> <base href=/a/> <template> </template>'
const tag = fc.constantFrom('\n', ...TAGS.split(/ (?=[<C])/))
const noscript = fc
  .array(tag, { maxLength: 4 })
  .map((tags) => `<noscript>${tags.join('')}</noscript>`)
const odd = fc.array(fc.oneof(tag, tag, noscript), { maxLength: 20 }).map((parts) => parts.join(''))

it('edits any page without an exception, so that a browser runs the tracker once', () => {
  const options = { url: 'https://nord.example/', tracker: 'nord', language: 'en' }
  const read = (html: string) =>
    parsePage('index.html', '/', html, { markdownOrigin: 'https://nord.example', text: true })
  fc.assert(
    fc.property(
      fc.oneof(
        odd,
        odd.map((tags) => PAGE.replace('<script', `${tags}<script`).replace('nord.js', 'other.js')),
      ),
      (html) => {
        const page = read(html)
        scanPage(page, html)
        const edited = applyEdits(html, editPage(html, page, options).edits)
        const built = extendHead(edited, read(edited), '<link rel="canonical" href="/">')
        const { elements } = read(built)
        const trackers = elements.filter(({ properties }) =>
          String(properties['src']).endsWith('/nord.js'),
        )
        // A frameset removes the body that an odd tag before it began.
        if (!html.includes('<frameset')) expect(trackers).toHaveLength(1)
        checkFiles({ '/': built, '/a.html': html })
      },
    ),
    { numRuns: 1000, examples: [['<template><noscript></template></noscript>']] },
  )
})

it('accepts every event with a known name and data of any shape that is not personal', () => {
  const event = fc.record({
    name: fc.constantFrom(...EVENT_NAMES.filter((name) => name !== 'Purchase')),
    data: fc.dictionary(
      fc.constantFrom('value', 'content_name', 'level', 'num_items'),
      fc.oneof(fc.nat(), fc.constantFrom('Chess', 'Trial lesson', '')),
    ),
  })
  fc.assert(
    fc.property(event, ({ name, data }) => {
      const script = `nord.track(${JSON.stringify(name)}, ${JSON.stringify(data)})`
      expect(checkFiles({ '/': PAGE, '/site.js': script })).toEqual([])
    }),
  )
})

it('finds an email in every part of the custom data, and never repeats it', () => {
  const email = fc
    .tuple(fc.stringMatching(/^[a-z]{3,8}$/), fc.stringMatching(/^[a-z]{3,8}$/))
    .map(([name, host]) => `${name}@${host}.example`)
  const key = fc.constantFrom('content_name', 'note', 'contact', 'who')
  fc.assert(
    fc.property(email, key, fc.boolean(), (email, key, isNested) => {
      const data = isNested ? { contents: [{ [key]: email }] } : { [key]: email }
      const script = `nord.track('Lead', ${JSON.stringify(data)})`
      const findings = checkFiles({ '/': PAGE, '/site.js': script })
      expect(findings.map(({ code }) => code)).toContain('personal-data-unhashed')
      expect(JSON.stringify(findings)).not.toContain(email)
    }),
  )
})

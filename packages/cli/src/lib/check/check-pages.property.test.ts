import { EVENT_NAMES } from '@conversion-capi/core/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { Project } from '../project/load-project.ts'
import { PAGE, SCHOOL } from '../project/write-project.fixture.ts'
import { toSource } from '../site/read-site.ts'
import { checkPages } from './check-pages.ts'
import { readHeadersFile } from '../hosts/header-rules.ts'

const PROJECT: Project = {
  root: '/project',
  school: SCHOOL as Project['school'],
  site: {
    host: 'node',
    pixelId: '1234567890',
    pages: 'public',
    hostFiles: '.',
    output: 'dist',
    tracker: {},
  },
}

function check(files: Record<string, string>, headers = '') {
  const resources = Object.entries(files).map(([path, body]) => ({
    path,
    contentType: path.endsWith('.js') ? 'text/javascript' : 'text/html',
    body,
  }))
  const settings = [{ file: '_headers', rules: readHeadersFile(headers) }]
  return checkPages(
    PROJECT,
    resources.map((file) => toSource('public', file)),
    settings,
  )
}

const PIECES = String.raw`
<script> </script> <template> <svg@onload= <!-- --> <base@href= <script@src="/nord.js"@defer>
<script@type=module> <button@data-track=" data-track-data=' <meta@http-equiv="Content-Security-Policy"@content="
<script@src=klaro.js@defer></script> __tcfapi() gtag("consent","default",{ad_storage:"denied"}) script-src@'self' ;connect-src@* "> nord.track( window.nord?. ['track'] nord.consent( fbq("init", fbq("track",
"Lead" "Purchase" , { } ( ) ...x email: value: currency: phone: __proto__: => const@nord=nord; let@a=[a] return
\${ // /* */ ' " ;
`
const piece = fc.constantFrom(
  '\n',
  '`',
  ...PIECES.trim()
    .split(/\s+/)
    .map((each) => each.replaceAll('@', ' ')),
)
const text = fc.oneof(
  fc.string(),
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
)

it('never throws, whatever the pages, scripts and headers contain', () => {
  fc.assert(
    fc.property(text, text, text, (html, script, headers) => {
      for (const each of check(
        { '/': html, '/a.html': PAGE + html, '/site.js': script },
        headers,
      )) {
        expect(each.message).toMatch(/\.$/)
        expect(each.message + each.fix).not.toContain('undefined')
      }
    }),
    { numRuns: 500 },
  )
})

it('accepts every event with a known name and data of any shape that is not personal', () => {
  const event = fc.record({
    name: fc.constantFrom(...EVENT_NAMES.filter((name) => name !== 'Purchase')),
    data: fc.dictionary(
      fc.constantFrom('value', 'content_name', 'level', 'num_items'),
      fc.oneof(fc.integer(), fc.constantFrom('Chess', 'Trial lesson', '')),
    ),
  })
  fc.assert(
    fc.property(event, ({ name, data }) => {
      const script = `nord.track(${JSON.stringify(name)}, ${JSON.stringify(data)})`
      expect(check({ '/': PAGE, '/site.js': script })).toEqual([])
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
      const findings = check({
        '/': PAGE,
        '/site.js': `nord.track('Lead', ${JSON.stringify(data)})`,
      })
      expect(findings.map(({ code }) => code)).toContain('personal-data-unhashed')
      expect(JSON.stringify(findings)).not.toContain(email)
    }),
  )
})

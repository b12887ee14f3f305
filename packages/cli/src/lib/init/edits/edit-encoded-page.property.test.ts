import { tryCall } from '@conversion-capi/meta/terminal'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { parseProgram } from '../../site/script/parse-script.ts'
import { decodePage } from '../../site/decode-page.ts'
import { parsePage } from '../../site/page.ts'
import { editEncodedPage } from './edit-encoded-page.ts'
import { editPage, type PageEdits } from './edit-page.ts'

function plan(html: string): PageEdits {
  const options = { url: 'https://nord.example/', tracker: 'nord', language: 'ru' }
  return editPage(html, parsePage('index.html', '/', html), options)
}

const ADDED =
  / lang="ru"| data-track="Lead"| autocomplete="(?:email|tel)"|<script defer src="\/nord\.js"><\/script>/g

const PAGE_VIEW = `fbq('track','PageView')`

const SCRIPTS = [
  `${PAGE_VIEW};`,
  `fbq('init','1');\r\n  ${PAGE_VIEW};\r\n(a)();`,
  `fbq('init','1')\n${PAGE_VIEW}\n[b].map(c)`,
  `setTimeout(() => ${PAGE_VIEW}, 2000)`,
  `if (consent) ${PAGE_VIEW}\nstartApp()`,
  `{{ ${PAGE_VIEW} }`,
  `${PAGE_VIEW};'use strict';`,
  'f(`a${b}`)',
]

const piece = fc.oneof(
  fc.constantFrom(
    '<form><input type="email"><input type=tel></form>',
    '<p>',
    '<html class="ie">',
    '<!-- <html> -->',
    '<div a=">">',
    '</div>',
    '<head>\n  <title>',
    '</title>',
    '<body>',
    '\r\n',
    '\r',
    '&amp;',
  ),
  fc.constantFrom(...SCRIPTS).map((code) => `<script>${code}</script>`),
)

const LEGACY = [
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`),
  ...[2, 3, 5, 7, 13, 15].map((part) => `iso-8859-${part}`),
  ...'koi8-r koi8-u ibm866 macintosh x-mac-cyrillic windows-874'.split(' '),
  ...'shift_jis euc-jp euc-kr gbk gb18030 big5 iso-2022-jp'.split(' '),
]

/** Any bytes outside ASCII. Those that are not valid are left out by the test. */
const letters = fc.uint8Array({ maxLength: 12, min: 128 }).chain((bytes) =>
  fc.uint8Array({ minLength: bytes.length, maxLength: bytes.length, min: 48 }).map((seconds) =>
    // A lead byte with a second byte, or bytes of their own.
    Buffer.from(bytes.length % 2 ? bytes : [...bytes].flatMap((byte, i) => [byte, seconds[i]!])),
  ),
)

const legacyPage = fc
  .record({
    encoding: fc.constantFrom(...LEGACY),
    parts: fc.array(
      fc.oneof(
        piece.map((text) => Buffer.from(text)),
        letters,
      ),
      { maxLength: 12 },
    ),
  })
  .map(({ encoding, parts }) =>
    Buffer.concat([Buffer.from(`<meta charset="${encoding}">`), ...parts]),
  )

const unicodePage = fc
  .record({
    mark: fc.boolean(),
    encoding: fc.constantFrom('utf8', 'utf16le', 'utf16be'),
    parts: fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 12 }),
  })
  .map(({ mark, encoding, parts }) => {
    const text = parts.join('')
    if (encoding === 'utf8') return Buffer.from(mark ? `\ufeff${text}` : text)
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    return encoding === 'utf16be' ? bytes.swap16() : bytes
  })

it('changes no byte outside the edits, in any encoding', () => {
  let edited = 0
  fc.assert(
    fc.property(fc.oneof(legacyPage, unicodePage), (bytes) => {
      const { encoding, html, finding } = decodePage(bytes)
      fc.pre(html !== undefined)
      const { edits } = plan(html)
      const page = editEncodedPage({ bytes, encoding, html }, edits)
      // The only encoding in which the bytes of ASCII characters depend on what precedes them.
      if (page === undefined) {
        expect(finding?.code ?? encoding).toMatch(/^(?:page-bytes|ISO-2022-JP)$/)
        return
      }
      edited += 1
      expect(decodePage(page.bytes)).toMatchObject({ encoding, html: page.html })
      expect(withoutEdits(page.bytes, encoding)).toBe(withoutEdits(bytes, encoding))
    }),
    // The seed decides how many pages have a text.
    { numRuns: 500, seed: 1 },
  )
  expect(edited).toBeGreaterThan(250)
})

it('leaves scripts that can be parsed, and every page view removed or reported', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...SCRIPTS), { maxLength: 4 }), (codes) => {
      const html = codes.map((code) => `<script>${code}</script>`).join('\n')
      const { edits, keptPageViews } = plan(html)
      const page = editEncodedPage({ bytes: Buffer.from(html), encoding: 'UTF-8', html }, edits)!
      const scripts = [...page.html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code]) => code!)
      expect(scripts.map(canParse)).toEqual(codes.map(canParse))
      expect(page.html.split(PAGE_VIEW)).toHaveLength(keptPageViews.length + 1)
    }),
  )
})

/** Removes from the bytes what the edits add or remove, and the space and semicolons that they add or remove with it. */
function withoutEdits(bytes: Uint8Array, encoding: string): string {
  const binary = Buffer.from(bytes).toString('latin1')
  const ascii = encoding.startsWith('UTF-16') ? binary.replaceAll('\0', '') : binary
  return ascii
    .replaceAll(ADDED, '')
    .replaceAll(PAGE_VIEW, '')
    .replaceAll(/[;\t\r\n ]/g, '')
}

function canParse(code: string): boolean {
  return tryCall(() => parseProgram(code)) !== undefined
}

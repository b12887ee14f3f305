import * as fc from 'fast-check'

/**
 * Generates texts that contain the syntax of Markdown, HTML, XML, JSON and llms.txt, in many scripts.
 *
 * @module
 */

export function line(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(fc.oneof(fc.constantFrom(...PIECES), anyText()), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('', ' '),
    )
    .map(([pieces, space]) => pieces.join(space))
    .filter(hasText)
}

export function title(): fc.Arbitrary<string> {
  return line()
    .map((text) => text.replaceAll(/[[\]]/g, ''))
    .filter(hasText)
}

export function text(): fc.Arbitrary<string> {
  return fc
    .array(line(), { minLength: 1, maxLength: 3 })
    .chain((lines) =>
      fc.constantFrom('\n\n', '\n', ' \n \t\n\n').map((between) => lines.join(between)),
    )
}

/** Generates texts without the characters that `defineSchool` rejects. */
function anyText(): fc.Arbitrary<string> {
  return fc
    .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string())
    .map((text) => text.replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\ufeff]/gu, ''))
}

function hasText(text: string): boolean {
  return /[^\s\u0085]/.test(text)
}

/** Syntax of the generated formats, and inputs that have broken parsers. */
const PIECES = [
  // Markdown
  '# ## ##a > - * + 1. 12) --- === *** ** * _ __ __a__ *a* ~~ ``` `` `a` | |-| ! \\ \\\\ a\\',
  '![a](b) [x](y) [x] [ ] ]( [^1] [x]: /y < > <a@b.example> <https://x.example> a@b.example',
  'www.x.example https://x.example/a_b_(c) https://x.example/.',
  // HTML, XML, JSON
  '<b> </b> <tag> </script> <script> <!-- --> <![CDATA[ ]]> <?xml ?> & &amp; &lt; &#38; &#x26; &nbsp',
  '&copy " \' { } \\u003c \\n',
  // llms.txt, robots.txt
  ': : — ) ( | ; Sitemap: User-agent: Disallow:',
  // Values that look like facts
  '240 EUR 19.99 USD 5-11 +351210000000 2026-09-01 0',
  // Scripts
  'a Physics школа Ёлка مدرسة בית 学校。 学校 スクール 한국어 विद्यालय e\u0301 İ ß 👩‍👧‍👦 🏳️‍🌈 🇵🇹 \u{1d11e}',
]
  .flatMap((pieces) => pieces.split(' '))
  .concat('    a', '\t', '\n', '\u2028', '\u2029', '\u00a0', '\u3000', '  two  spaces  ')
  // Invisible characters, including direction marks
  .concat('\u200b', '\u00ad', '\u200f', '\u200e', '\u202e', '\u2066')

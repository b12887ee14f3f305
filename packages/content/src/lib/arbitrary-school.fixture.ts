import { findNameProblem } from '@conversion-capi/core/protocol'
import * as fc from 'fast-check'

import { absoluteUrl } from './url.ts'
import { httpsUrl, sitePath } from './fields.ts'
import { ENGLISH } from './labels.ts'
import { PATHS } from './resource.ts'
import type { School } from './school-schema.ts'

/**
 * Generates school descriptions that `defineSchool` accepts, with any subset of the optional fields, unusual
 * paths, and texts in many scripts that contain the syntax of Markdown, HTML, XML, JSON and llms.txt.
 */
export function arbitrarySchool(): fc.Arbitrary<School> {
  return fc.tuple(fc.constantFrom(...SITES), paths()).chain(([url, paths]) => {
    const path = fc.constantFrom('/', ...paths)
    const school = partial(
      {
        name: title(),
        summary: line(),
        description: text(),
        tracker: fc
          .stringMatching(/^[A-Za-z_$][\w$]{0,8}$/)
          .filter((name) => !findNameProblem(name)),
        language: language(),
        contacts: partial({ email: email() }, { phone: phone(), hours: line(), path }),
        address: partial(
          { city: line(), country: fc.constantFrom('PT', 'RU', 'CN') },
          { street: line(), region: line(), postalCode: line() },
        ),
        grades: grades(),
        schedule: schedule(),
        admissions: partial({ description: text(), steps: some(line(), 1) }, { path }),
        faq: some(fc.record({ question: line(), answer: text() })),
        policies: some(partial({ name: title(), text: text() }, { path })),
        pages: pages(paths),
        citation: partial({ guidance: text() }, { name: line() }),
      },
      {
        legalName: line(),
        mainSite: fc.constant('https://www.school.example'),
        endpoint: fc.oneof(
          otherSiteUrl().filter((url) => !/[?#]/.test(url)),
          fc.constantFrom(`${url}/functions/v1/conversion-capi`, `${url}/events/(2)`),
        ),
        labels: labels(),
        locales: some(language()),
        logo: fc.oneof(otherSiteUrl(), fc.constant(`${url}/logo.png`)),
        sameAs: some(otherSiteUrl()),
        verified: day(),
        crawlers: crawlers(),
      },
    )
    return fc
      .tuple(school, staff(path))
      .map(([school, staff]) => ({ ...school, ...staff, url }) as School)
  })
}

const SITES = [
  'https://school.example',
  'https://xn--80aswg.example',
  'https://school.example:8443',
]

/** Generates objects with all required and any subset of the optional properties. */
function partial<Required extends object, Optional extends object>(
  required: { [Key in keyof Required]: fc.Arbitrary<Required[Key]> },
  optional: { [Key in keyof Optional]: fc.Arbitrary<Optional[Key]> },
): fc.Arbitrary<Required & Partial<Optional>> {
  return fc
    .tuple(fc.record(required), fc.record(optional, { requiredKeys: [] }))
    .map((parts) => Object.assign({}, ...parts) as Required & Partial<Optional>)
}

function some<Value>(value: fc.Arbitrary<Value>, minLength = 0): fc.Arbitrary<Value[]> {
  return fc.array(value, { minLength, maxLength: 3 })
}

function line(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(fc.oneof(fc.constantFrom(...PIECES), anyText()), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('', ' '),
    )
    .map(([pieces, space]) => pieces.join(space))
    .filter(hasText)
}

function title(): fc.Arbitrary<string> {
  return line()
    .map((text) => text.replaceAll(/[[\]]/g, ''))
    .filter(hasText)
}

function text(): fc.Arbitrary<string> {
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

/** Generates paths with distinct canonical URLs, one for each page and variant. */
function paths(): fc.Arbitrary<string[]> {
  return fc.uniqueArray(path(), {
    maxLength: 6,
    selector: (path) => absoluteUrl({ url: SITES[0]! }, path),
  })
}

function path(): fc.Arbitrary<string> {
  const taken = new Set<string>(['/', ...Object.values(PATHS)])
  return fc
    .array(fc.oneof(fc.constantFrom(...PATH_PIECES), fc.stringMatching(/^\w{1,4}$/)), {
      minLength: 1,
      maxLength: 6,
    })
    .map((pieces) => `/${pieces.join('')}`)
    .filter((path) => !taken.has(path) && sitePath().safeParse(path).success)
}

const PATH_PIECES = [
  '/ // .html . .. - _ ~ ! $ & \' ( ) * + , ; = : @ % %20 %C3%A9 %zz [ ] { } | ^ ` < > " \\ &amp;',
  "? ?a=b ?a=(b)&c ?' é школа مدرسة 学校 👩‍👧 **a** __a__ a",
].flatMap((pieces) => pieces.split(' '))

function pages(paths: string[]): fc.Arbitrary<unknown[]> {
  return fc
    .array(
      fc.record({
        texts: fc.oneof(
          fc.constant({}),
          fc.record({ title: title() }),
          fc.record({ title: title(), description: line() }),
        ),
        dates: fc.record({ lastmod: day(), language: language() }, { requiredKeys: [] }),
        languages: fc.uniqueArray(language(), { maxLength: 2 }),
      }),
      { minLength: paths.length + 1, maxLength: paths.length + 1 },
    )
    .map((entries) => {
      const rest = ['/', ...paths]
      const pages = entries.map(({ texts, dates, languages }) => {
        const path = rest.shift()
        const others = languages.slice(0, rest.length).map((tag) => [tag, rest.shift()])
        const variants = others.length > 0 ? { variants: Object.fromEntries(others) } : {}
        return { path, ...texts, ...dates, ...variants }
      })
      return pages.filter(({ path }) => path !== undefined)
    })
}

/** Generates programs and the teachers they refer to. */
function staff(path: fc.Arbitrary<string>): fc.Arbitrary<object> {
  const uniqueByName = {
    maxLength: 3,
    selector: ({ name }: { name: string }) => normalizeSpaces(name),
  }
  const teachers = fc.uniqueArray(
    partial({ name: title(), role: line() }, { description: text(), path }),
    uniqueByName,
  )
  return teachers.chain((teachers) => {
    const program = partial(
      { name: title(), description: text(), grades: grades(), prices: some(price(), 1) },
      {
        topics: some(line()),
        path,
        startDates: some(day()),
        teachers: fc.subarray(teachers.map(({ name }) => name)),
      },
    )
    const programs = fc.uniqueArray(program, { ...uniqueByName, minLength: 1 })
    return fc.record({ teachers: fc.constant(teachers), programs })
  })
}

function normalizeSpaces(text: string): string {
  return text.replaceAll(/[\t-\r \u0085\u2028\u2029]+/g, ' ').trim()
}

function price(): fc.Arbitrary<object> {
  return fc.record({
    amount: fc.oneof(
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
    ),
    currency: fc.constantFrom('EUR', 'USD', 'RUB', 'CNY', 'SAR'),
    per: line(),
  })
}

function grades(): fc.Arbitrary<School['grades']> {
  return fc
    .tuple(fc.integer({ min: 1, max: 13 }), fc.integer({ min: 1, max: 13 }))
    .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }))
}

function schedule(): fc.Arbitrary<object> {
  const count = fc.integer({ min: 1, max: 200 })
  return partial(
    {
      description: text(),
      timeZone: fc.constantFrom('Europe/Lisbon', 'Asia/Shanghai', 'UTC'),
      lessonMinutes: count,
      lessonsPerWeek: count,
    },
    { weeksPerTerm: count, groupSize: count },
  )
}

function crawlers(): fc.Arbitrary<object> {
  const signals = { search: fc.boolean(), aiInput: fc.boolean(), aiTrain: fc.boolean() }
  return partial(
    {},
    {
      welcome: some(fc.constantFrom('GPTBot', 'ClaudeBot', 'meta-externalagent', 'My_Bot')),
      disallow: some(
        fc.oneof(
          path().filter((path) => !path.includes('#')),
          fc.constantFrom('/', '/*.pdf$'),
        ),
      ),
      signals: partial({}, signals),
    },
  )
}

function labels(): fc.Arbitrary<object> {
  const keys = Object.keys(ENGLISH)
  return fc.dictionary(fc.constantFrom(...keys), line(), { maxKeys: keys.length })
}

function language(): fc.Arbitrary<string> {
  return fc.constantFrom('en', 'ru', 'ar', 'he', 'fa', 'zh-Hans', 'zh-Hant-TW', 'ja', 'pt-BR', 'hi')
}

function day(): fc.Arbitrary<string> {
  const from = new Date('0001-01-01')
  return fc
    .date({ min: from, max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
}

function email(): fc.Arbitrary<string> {
  return fc.constantFrom(
    'hello@school.example',
    "o'brien+x_y@mail.school.example",
    'a-b.c@d.museum',
  )
}

function phone(): fc.Arbitrary<string> {
  return fc.constantFrom(
    '+351 21 000 0000',
    '+1 (212) 555-0100',
    '+7(495)123-45-67',
    '+861012345678',
  )
}

/** Generates URLs of other sites. */
function otherSiteUrl(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('https://x.example', 'https://школа.example', 'https://a.b:444'), path())
    .map(([origin, path]) => origin + path)
    .filter((url) => httpsUrl('').safeParse(url).success)
}

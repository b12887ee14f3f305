import { findNameProblem } from '@conversion-capi/core/tracker-name'
import * as fc from 'fast-check'

import { line, text, title } from './arbitrary-text.fixture.ts'
import { httpsUrl, sitePath } from './school/fields.ts'
import { untranslatedLabels } from './school/labels.ts'
import { ENGLISH } from './school/labels/english.ts'
import { PATHS } from './resource.ts'
import type { Program, School } from './school/school-schema.ts'
import { TRANSLATED } from './school.fixture.ts'
import { absoluteUrl, canonicalUrl } from './url.ts'

/**
 * Generates school descriptions that `defineSchool` accepts, with any subset of the optional fields, unusual
 * paths, and texts in many scripts that contain the syntax of Markdown, HTML, XML, JSON and llms.txt.
 */
export function arbitrarySchool(): fc.Arbitrary<School> {
  return fc.tuple(fc.constantFrom(...SITES), paths()).chain(([url, paths]) => {
    const path = fc.constantFrom('/', ...paths)
    const school = partial(
      { name: title(), language: language(), pages: pages(paths) },
      {
        summary: line(),
        description: text(),
        tracker: fc
          .stringMatching(/^[A-Za-z_$][\w$]{0,8}$/)
          .filter((name) => !findNameProblem(name)),
        contacts: partial(
          {},
          { ...messengers(), email: email(), phone: phone(), hours: line(), path },
        ),
        credentials: some(line()),
        ages: fc.constant({ from: 0 }),
        fees: some(price()),
        discounts: some(line()),
        trial: partial(money(), { minutes: fc.integer({ min: 1, max: 90 }) }),
        address: address(),
        schedule: schedule(),
        admissions: partial({}, { description: text(), steps: some(line()), path }),
        faq: some(fc.record({ question: line(), answer: text() })),
        policies: some(partial({ name: title(), text: text() }, { path })),
        citation: partial({}, { guidance: text(), name: line() }),
        legalName: line(),
        mainSite: fc.constant('https://www.school.example'),
        endpoint: fc.oneof(
          otherSiteUrl().filter((url) => !/[?#]/.test(url)),
          fc.constantFrom(`${url}/functions/v1/conversion-capi`, `${url}/events/(2)`),
        ),
        labels: labels(),
        locales: fc.uniqueArray(language(), { maxLength: 3 }),
        logo: fc.oneof(otherSiteUrl(), fc.constant(`${url}/logo.png`)),
        sameAs: fc.uniqueArray(otherSiteUrl(), { maxLength: 3, selector: canonicalUrl }),
        verified: day(),
        crawlers: crawlers(),
      },
    )
    return fc
      .tuple(school, staff(path))
      .map(([school, staff]) => ({ ...school, ...staff, url }) as School)
      .chain((school) =>
        fc.constantFrom(school, { ...school, ...gradesOf(school.programs ?? []) } as School),
      )
      .map((school) =>
        untranslatedLabels(school).length > 0
          ? { ...school, labels: { ...TRANSLATED, ...school.labels } }
          : school,
      )
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

function staff(path: fc.Arbitrary<string>): fc.Arbitrary<object> {
  const uniqueByName = {
    maxLength: 3,
    selector: ({ name }: { name: string }) => normalizeSpaces(name),
  }
  const teachers = fc.uniqueArray(
    partial({ name: title() }, { role: line(), description: text(), path }),
    uniqueByName,
  )
  return teachers.chain((teachers) => {
    const program = partial(
      { name: title() },
      {
        description: text(),
        grades: grades(),
        ages: fc.constantFrom({ from: 7, to: 12 }, { from: 16 }, { from: 6, to: 6 }),
        prices: some(price()),
        topics: some(line()),
        path,
        startDates: fc.uniqueArray(day(), { maxLength: 3 }),
        schedule: schedule(),
        locales: fc.uniqueArray(language(), { maxLength: 3 }),
        exams: some(line()),
        certificate: line(),
        private: fc.constant(true as const),
        teachers: fc.subarray(teachers.map(({ name }) => name)),
      },
    ).map(({ startDates: days, ...program }) => ({
      ...program,
      ...(days && { startDates: days, endDates: days, deadlines: days }),
    }))
    const programs = fc.uniqueArray(program, uniqueByName)
    const lists = { teachers: fc.constant(teachers), programs }
    return teachers.length > 0 ? fc.record(lists) : fc.record(lists, { requiredKeys: [] })
  })
}

function normalizeSpaces(text: string): string {
  return text.replaceAll(/[\t-\r \u0085\u2028\u2029]+/g, ' ').trim()
}

function messengers() {
  const telegram = fc.constantFrom('@polaris', '@school_2')
  return { telegram, whatsapp: phone(), viber: phone() }
}

function money() {
  return {
    amount: fc.oneof(
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
    ),
    currency: fc.constantFrom('EUR', 'USD', 'RUB', 'CNY', 'SAR'),
  }
}

function price(): fc.Arbitrary<object> {
  const payments = { from: fc.constant(true), installments: fc.integer({ min: 1, max: 9 }) }
  return partial(money(), { per: line(), for: line(), ...payments })
}

function grades(): fc.Arbitrary<NonNullable<School['grades']>> {
  return fc
    .tuple(fc.integer({ min: 1, max: 13 }), fc.integer({ min: 1, max: 13 }))
    .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }))
}

/** Returns the grades of a school with the given programs, if any program states its own. */
function gradesOf(programs: Program[]): Pick<School, 'grades'> {
  const all = programs.flatMap(({ grades }) => (grades ? [grades.from, grades.to] : []))
  return all.length === 0 ? {} : { grades: { from: Math.min(...all), to: Math.max(...all) } }
}

function schedule(): fc.Arbitrary<object> {
  const count = fc.integer({ min: 1, max: 200 })
  return partial(
    {},
    {
      description: text(),
      mode: fc.constantFrom('online', 'onsite', 'blended'),
      timeZone: fc.constantFrom('Europe/Lisbon', 'Asia/Shanghai', 'UTC'),
      lessonMinutes: count,
      lessonsPerWeek: count,
      weeksPerTerm: count,
      groupSize: count,
    },
  )
}

function address(): fc.Arbitrary<object> {
  const country = fc.constantFrom('PT', 'RU', 'CN')
  const lines = { city: line(), street: line(), region: line(), postalCode: line() }
  return partial({}, { ...lines, country })
}

function crawlers(): fc.Arbitrary<object> {
  const signals = { search: fc.boolean(), aiInput: fc.boolean(), aiTrain: fc.boolean() }
  return partial(
    {},
    {
      welcome: some(fc.constantFrom('GPTBot', 'ClaudeBot', 'meta-externalagent', 'My_Bot')),
      disallow: some(fc.oneof(path(), fc.constantFrom('/', '/*.pdf$'))),
      signals: partial({}, signals),
    },
  )
}

function labels(): fc.Arbitrary<object> {
  const keys = Object.keys(ENGLISH)
  return fc.dictionary(fc.constantFrom(...keys), line(), { maxKeys: keys.length })
}

function language(): fc.Arbitrary<string> {
  const tags = 'en de es fr pl ru ar he fa zh-Hans zh-Hant-TW ja pt-BR hi'
  return fc.constantFrom(...tags.split(' '))
}

function day(): fc.Arbitrary<string> {
  const from = new Date('0001-01-01')
  return fc
    .date({ min: from, max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
}

function email(): fc.Arbitrary<string> {
  const addresses = "hello@school.example o'brien+x_y@mail.school.example a-b.c@d.museum"
  return fc.constantFrom(...addresses.split(' '))
}

function phone(): fc.Arbitrary<string> {
  const numbers = '+351 21 000 0000, +1 (212) 555-0100, +7(495)123-45-67, +861012345678'
  return fc.constantFrom(...numbers.split(', '))
}

function otherSiteUrl(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('https://x.example', 'https://школа.example', 'https://a.b:444'), path())
    .map(([origin, path]) => origin + path)
    .filter((url) => httpsUrl('').safeParse(url).success)
}

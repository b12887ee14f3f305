import { describe, expect, it } from 'vitest'

import { defineSchool, SchoolError } from './define-school.ts'
import { smallSchool } from '../school.fixture.ts'

const school = smallSchool()
const [program] = school.programs
const [price] = program!.prices!

type Problem = [sentence: string, changes: Record<string, unknown>]

describe('defineSchool()', () => {
  it('returns a valid description unchanged', () => {
    expect(defineSchool(school)).toEqual(school)
  })

  it('collapses white space and keeps paragraphs', () => {
    const { summary, description } = smallSchool({
      summary: '  Live\tlessons \n in\u2028small groups. ',
      description: '\r\nOne\r\nline.\r\n \r\n\r\nAnother.\n',
    })
    expect(summary).toBe('Live lessons in small groups.')
    expect(description).toBe('One line.\n\nAnother.')
  })

  it('writes URLs in canonical form', () => {
    const { sameAs, endpoint } = smallSchool({
      sameAs: ['https://Школа.example/(a)'],
      endpoint: 'https://api.example/{v1}/events',
    })
    expect(sameAs).toEqual(['https://xn--80atdl2c.example/(a)'])
    expect(endpoint).toBe('https://api.example/%7Bv1%7D/events')
  })

  it('accepts a page whose variants include its own language', () => {
    const pages = [...school.pages.slice(1), { path: '/', variants: { en: '/en/', ar: '/ar/' } }]
    expect(smallSchool({ pages })).toMatchObject({ pages })
  })

  it.each([
    ['Cyrillic', 'ru', 'Онлайн-школа «Полярис»'],
    ['Arabic with direction marks', 'ar', 'مدرسة \u200fالقطبية\u200e (Polaris)'],
    ['Chinese', 'zh-Hans', '北极星在线学校'],
    ['an emoji sequence', 'en', 'Polaris 👩‍👧‍👦'],
    ['quotes, tags and Markdown', 'en', `"Polaris" & 'Co' </script> *_\`#`],
  ])('accepts %s', (_, language, name) => {
    expect(smallSchool({ language, name })).toMatchObject({ language, name })
  })

  it.each<Problem>([
    [
      'programs[0].prices[0].currency is missing. Write the three-letter currency code, such as "EUR".',
      withProgram({ prices: [{ amount: 240, per: 'term' }] }),
    ],
    [
      'programs[0].prices[0].amount is invalid. Write the price as a number, such as 240 or 19.99.',
      withProgram({ prices: [{ ...price, amount: '240 EUR' }] }),
    ],
    [
      'programs[0].prices[0].amount is invalid. Write a price of 0 or more.',
      withProgram({ prices: [{ ...price, amount: -1 }] }),
    ],
    [
      'programs[0].prices[0].amount is invalid. Write at most 2 digits after the decimal point.',
      withProgram({ prices: [{ ...price, amount: 19.999 }] }),
    ],
    [
      'programs[0].prices[0] is invalid. Write a price such as { amount: 240, currency: "EUR", per: "term" }.',
      withProgram({ prices: ['240 EUR'] }),
    ],
    ['programs is invalid. Write a list in square brackets.', { programs: program }],
    ['programs[0] is invalid. Write its fields in curly braces.', { programs: ['Physics'] }],
    [
      'programs[0].topics is invalid. Write a list in square brackets.',
      withProgram({ topics: 'Mechanics' }),
    ],
    [
      'programs[1].name is not unique: programs[0] is also named "Physics". Rename or remove one of them.',
      { programs: [program, program] },
    ],
    [
      'programs[1].id is not unique: programs[0] also has the ID "physics". Write another id.',
      { programs: [{ name: 'Physics', id: 'physics' }, { name: 'physics' }] },
    ],
    [
      'programs[0].id is invalid. Write letters, digits, periods, hyphens and underscores, such as "physics".',
      { programs: [{ name: 'Physics', id: 'Grade 9' }] },
    ],
    [
      'programs[0].teachers[0] is unknown: teachers has no "Nobody". Write a name from teachers, or add the teacher.',
      withProgram({ teachers: ['Nobody'] }),
    ],
    [
      'teachers[1].name is not unique: teachers[0] is also named "Tomas Lindqvist". Rename or remove one of them.',
      { teachers: [school.teachers[0], school.teachers[0]] },
    ],
    [
      'pages[1].path is already listed: "/" is the page of pages[0].path. List each page once.',
      withPages({ path: '/' }),
    ],
    [
      'pages[2].path is already listed: "/%C3%A9cole" is the page of pages[1].path. List each page once.',
      withPages({ path: '/école' }, { path: '/%C3%A9cole' }),
    ],
    [
      'pages[1].variants.ru is already listed: "/" is the page of pages[0].path. List each page once.',
      withPages({ path: '/a', variants: { ru: '/' } }),
    ],
    [
      'pages[1].path is not a page: "/llms.txt" is a generated file. Remove it from pages.',
      withPages({ path: '/llms.txt' }),
    ],
    [
      'pages[1].path is not a page: "/polaris.js" is a generated file. Remove it from pages.',
      withPages({ path: '/polaris.js' }),
    ],
    [
      'pages[1].title is missing. Write a title, which llms.txt lists with the description.',
      withPages({ path: '/about', description: 'Who we are.' }),
    ],
    [
      'contacts.path is not listed: pages has no "/nowhere". Add it to pages, or correct the path.',
      { contacts: { ...school.contacts, path: '/nowhere' } },
    ],
    [
      'name is invalid. Remove the square brackets "[" and "]", which end the text of a link.',
      { name: 'Polaris [Online]' },
    ],
    ['name is invalid. Write the name of the school.', { name: ' \u2028 ' }],
    ['nmae is not a known field. Check the spelling, or remove it.', { nmae: 'Polaris' }],
    [
      'contacts.fax, contacts.telex are not known fields. Check the spelling, or remove them.',
      { contacts: { ...school.contacts, fax: '1', telex: '2' } },
    ],
    [
      'labels.prise is not a known field. Check the spelling, or remove it.',
      { labels: { prise: 'Preis' } },
    ],
    [
      'url is invalid. Write the https origin of this site, such as "https://school.example".',
      { url: 'http://polaris.example' },
    ],
    [
      'url is invalid. Write the https origin of this site, such as "https://school.example".',
      { url: 'https://polaris,example' },
    ],
    [
      'url is invalid. Write "https://polaris.example", the form browsers send.',
      { url: 'https://polaris.example/' },
    ],
    [
      'url is invalid. Write "https://anna.github.io" if this site is the only one there, or choose another domain: robots.txt and the endpoint cannot be below a path.',
      { url: 'https://anna.github.io/school' },
    ],
    [
      'mainSite is invalid. Write "https://xn--80aswg.xn--p1ai", the form browsers send.',
      { mainSite: 'https://сайт.рф' },
    ],
    [
      'url is invalid. Write a public hostname instead of one that only this computer can reach.',
      { url: 'https://localhost:3000' },
    ],
    [
      'logo is invalid. Write a public hostname instead of one that only this computer can reach.',
      { logo: 'https://127.0.0.1/logo.png' },
    ],
    [
      'endpoint is invalid. Write the absolute https URL of the proxy.',
      { endpoint: '/functions/v1/conversion-capi' },
    ],
    [
      'endpoint is invalid. Remove the query and the fragment.',
      { endpoint: 'https://api.example/events?key=1' },
    ],
    [
      'tracker is invalid. The name of the tracker must be a JavaScript identifier, e.g. "polaris".',
      { tracker: 'polaris-online' },
    ],
    [
      'tracker is invalid. The name of the tracker must not be "location", which JavaScript, browsers, the pixel or site builders use. Choose a name such as "polaris".',
      { tracker: 'location' },
    ],
    [
      'contacts.email is invalid. Write an email address, such as "hello@school.example".',
      { contacts: { email: 'polaris.example' } },
    ],
    [
      'grades is invalid. Write the lower grade as "from" and the higher one as "to".',
      { grades: { from: 11, to: 5 } },
    ],
    [
      'grades is invalid. Write the lowest and the highest grade, such as { from: 5, to: 11 }.',
      { grades: '5-11' },
    ],
    [
      'summary is invalid. Remove the character U+0000, which no page can display.',
      { summary: 'An online\0school.' },
    ],
    [
      'summary is invalid. Remove the character U+D83D, which no page can display.',
      { summary: 'An online school \ud83d.' },
    ],
    [
      'crawlers.welcome[0] is invalid. Write the product token of a bot using letters, "-" and "_" only, such as "GPTBot".',
      { crawlers: { welcome: ['ChatGPT Agent'] } },
    ],
    [
      'programs[0].grades is inconsistent: the school teaches grades 5-11, not 1-6. Correct the grades of the program or of the school.',
      withProgram({ grades: { from: 1, to: 6 } }),
    ],
    [
      'programs[0].ages is inconsistent: the school teaches ages 6-17, not 16+. Correct the ages of the program or of the school.',
      { ages: { from: 6, to: 17 }, ...withProgram({ ages: { from: 16 } }) },
    ],
    [
      'programs[0].deadlines is inconsistent: startDates has 1 days, deadlines 2. Write one day for each start date.',
      withProgram({ startDates: ['2026-09-07'], deadlines: ['2026-09-01', '2026-12-01'] }),
    ],
    [
      'programs[0].endDates[0] is inconsistent: "2026-09-01" is before the start date "2026-09-07". Correct one of them.',
      withProgram({ startDates: ['2026-09-07'], endDates: ['2026-09-01'] }),
    ],
    [
      'contacts.telegram is invalid. Write the Telegram name with "@", such as "@polaris_school".',
      { contacts: { telegram: 'https://t.me/polaris' } },
    ],
    [
      'trial.amount is invalid. Write at most 2 digits after the decimal point.',
      { trial: { amount: 9.999, currency: 'EUR' } },
    ],
    ...['about', '/a/../b', '/a/%2E', '/about#team'].map((path): Problem => [
      'pages[1].path is invalid. Write a path that starts with a single slash, such as "/programs/physics.html".',
      withPages({ path }),
    ]),
    ...['https://other.example/about', '//other.example/about'].map((path): Problem => [
      'pages[1].path is invalid. Only pages of this site can be listed. Write a path that starts with a single slash, such as "/programs/physics.html".',
      withPages({ path }),
    ]),
    ...['2026-02-30', '01.09.2026', new Date(0)].map((verified): Problem => [
      'verified is invalid. Write an existing day as year-month-day, such as "2026-09-01".',
      { verified },
    ]),
    ...['021 000 0000', '+351 21 000 0000 -'].map((phone): Problem => [
      'contacts.phone is invalid. Write the phone number with "+" and country code, such as "+351 21 000 0000".',
      { contacts: { ...school.contacts, phone } },
    ]),
    ...['/a/..', '/.', '/private/%2e%2E/', '/a/./b', '//private/', '/a\\b'].map((path): Problem => [
      'crawlers.disallow[0] is invalid. Write a path that starts with a single slash and has no "." or ".." segments, such as "/private/".',
      { crawlers: { disallow: [path] } },
    ]),
    [
      'programs[0].prices[0].currency is invalid. Write the three-letter currency code, such as "EUR".',
      withProgram({ prices: [{ ...price, currency: 'euro' }] }),
    ],
    [
      'programs[0].prices[0].currency is invalid. Write the three-letter currency code, such as "EUR".',
      withProgram({ prices: [{ ...price, amount: 19.5, currency: '€' }] }),
    ],
    [
      'programs[0].prices[0].currency is invalid. Write the three-letter currency code, such as "EUR".',
      withProgram({ prices: [{ ...price, currency: 'PNL' }] }),
    ],
    [
      'programs[0].prices[0].currency is invalid. Write the three-letter currency code, such as "EUR".',
      withProgram({ prices: [{ ...price, currency: 'DEM' }] }),
    ],
    [
      'programs[0].prices[0].amount is invalid. Write a whole number: JPY has no smaller unit.',
      withProgram({ prices: [{ ...price, amount: 19.5, currency: 'JPY' }] }),
    ],
    [
      'programs[0].prices[0].amount is invalid. Write at most 3 digits after the decimal point.',
      withProgram({ prices: [{ ...price, amount: 19.5005, currency: 'KWD' }] }),
    ],
    [
      'address.country is invalid. Write the two-letter country code, such as "PT", or "GB" for Britain.',
      { address: { city: 'Lisbon', country: 'Portugal' } },
    ],
    [
      'address.country is invalid. Write the two-letter country code, such as "PT", or "GB" for Britain.',
      { address: { city: 'Lisbon', country: 'XX' } },
    ],
    [
      'address.country is invalid. Write the two-letter country code, such as "PT", or "GB" for Britain.',
      { address: { city: 'London', country: 'UK' } },
    ],
    [
      'language is invalid. Write a language tag, such as "en" or "pt-BR".',
      { language: 'English' },
    ],
    ['locales[0] is invalid. Write a language tag, such as "en" or "pt-BR".', { locales: ['ua'] }],
    ['language is invalid. Write a language tag, such as "en" or "pt-BR".', { language: 'xx' }],
    ['language is invalid. Write a language tag, such as "en" or "pt-BR".', { language: 'deu' }],
    ...['en-EN', 'de-XX', 'ja-JA', 'es-EU'].map((language): Problem => [
      'language is invalid. Write a language tag, such as "en" or "pt-BR".',
      { language },
    ]),
    [
      'schedule.timeZone is invalid. Write a time zone from the IANA database, such as "Europe/Lisbon".',
      { schedule: { ...school.schedule, timeZone: 'Lisbon' } },
    ],
    [
      'schedule.timeZone is invalid. Write a time zone from the IANA database, such as "Europe/Lisbon".',
      { schedule: { ...school.schedule, timeZone: '+02:00' } },
    ],
    [
      'schedule.timeZone is invalid. Write a time zone from the IANA database, such as "Europe/Lisbon".',
      { schedule: { ...school.schedule, timeZone: 'europe/lisbon' } },
    ],
    ['name is invalid. Write the name of the school.', { name: null }],
  ])('rejects with the sentence: %s', (sentence, changes) => {
    expect(messageOf({ ...school, ...changes })).toBe(
      `The school description has 1 problem:\n- ${sentence}`,
    )
  })

  it.each([undefined, null, 'Polaris', []])(
    'rejects a description that is not an object: %j',
    (value) => {
      expect(() => defineSchool(value as any)).toThrow(
        '- The school description is invalid. Write its fields in curly braces.',
      )
    },
  )

  it('reports all missing fields at once', () => {
    expect(messageOf({})).toMatchInlineSnapshot(`
      "The school description has 4 problems:
      - name is missing. Write the name of the school.
      - url is missing. Write the https origin of this site, such as "https://school.example".
      - language is missing. Write a language tag, such as "en" or "pt-BR".
      - pages is missing. Write a list in square brackets."
    `)
  })

  it('accepts a description with a name, a URL, a language and pages', () => {
    expect(defineSchool(MINIMAL)).toEqual({ ...MINIMAL, tracker: 'gambit' })
  })

  it.each([
    ['https://www.gambit.example', 'gambit'],
    ['https://gambit-online.example', 'gambitonline'],
    ['https://24chess.example', 'chess'],
    ['https://location.example', 'locationTracker'],
    ['https://42.example', 'tracker'],
  ])('names the tracker of %s "%s" if the description does not', (url, tracker) => {
    expect(defineSchool({ ...MINIMAL, url })).toMatchObject({ tracker })
  })

  it.each(['kk', 'ru-Latn', 'th'])('accepts the language %s without labels', (language) => {
    expect(defineSchool({ ...MINIMAL, language })).toMatchObject({ language })
  })

  it('accepts labels that are not translated yet', () => {
    const labels = { price: '', home: ' ' }
    expect(defineSchool({ ...MINIMAL, language: 'th', labels })).toMatchObject({
      labels: { price: '', home: '' },
    })
  })

  it('lists at most 20 problems in the message', () => {
    const pages = Array.from({ length: 30 }, () => ({ path: 'about' }))
    const lines = messageOf({ ...school, pages }).split('\n')
    expect(lines[0]).toBe('The school description has 30 problems:')
    expect(lines).toHaveLength(22)
    expect(lines.at(-1)).toBe('- And 10 more.')
  })

  it('throws a SchoolError with every problem', () => {
    const pages = Array.from({ length: 30 }, () => ({ path: 'about' }))
    const error = errorOf({ ...school, pages })
    expect(error).toBeInstanceOf(SchoolError)
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ name: 'SchoolError' })
    expect(error.problems).toHaveLength(30)
    expect(error.problems[29]).toBe(
      'pages[29].path is invalid. Write a path that starts with a single slash, such as "/programs/physics.html".',
    )
  })
})

const MINIMAL = {
  name: 'Gambit',
  url: 'https://gambit.example',
  language: 'en',
  pages: [{ path: '/' }],
}

function withProgram(changes: Record<string, unknown>): Record<string, unknown> {
  return { programs: [{ ...program, ...changes }] }
}

/** Adds pages after the landing page, and links no other page. */
function withPages(...pages: Record<string, unknown>[]): Record<string, unknown> {
  return { programs: [{ ...program, path: '/' }], pages: [{ path: '/' }, ...pages] }
}

function messageOf(description: unknown): string {
  return errorOf(description).message
}

function errorOf(description: unknown): SchoolError {
  try {
    defineSchool(description as any)
  } catch (error) {
    return error as SchoolError
  }
  throw new Error('defineSchool() did not throw.')
}

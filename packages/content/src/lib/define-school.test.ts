import { describe, expect, it } from 'vitest'

import { defineSchool } from './define-school.ts'
import { smallSchool } from './school.fixture.ts'

const school = smallSchool()
const [program] = school.programs
const [price] = program!.prices

describe('defineSchool()', () => {
  it('gives a right description back', () => {
    expect(defineSchool(school)).toEqual(school)
  })

  it('writes white space one way, and keeps paragraphs', () => {
    const { summary, description } = smallSchool({
      summary: '  Live\tlessons \n in\u2028small groups. ',
      description: '\r\nOne\r\nline.\r\n \r\n\r\nAnother.\n',
    })
    expect(summary).toBe('Live lessons in small groups.')
    expect(description).toBe('One line.\n\nAnother.')
  })

  it('writes every address in one spelling', () => {
    const { sameAs, endpoint } = smallSchool({
      sameAs: ['https://Школа.example/(a)'],
      endpoint: 'https://api.example/{v1}/events',
    })
    expect(sameAs).toEqual(['https://xn--80atdl2c.example/%28a%29'])
    expect(endpoint).toBe('https://api.example/%7Bv1%7D/events')
  })

  it('takes a page where visitors choose between its languages', () => {
    const pages = [...school.pages.slice(1), { path: '/', variants: { en: '/en/', ar: '/ar/' } }]
    expect(smallSchool({ pages })).toMatchObject({ pages })
  })

  it.each([
    ['Cyrillic', 'ru', 'Онлайн-школа «Полярис»'],
    ['Arabic, with marks of direction', 'ar', 'مدرسة \u200fالقطبية\u200e (Polaris)'],
    ['Chinese', 'zh-Hans', '北极星在线学校'],
    ['a family of emoji', 'en', 'Polaris 👩‍👧‍👦'],
    ['quotes, tags and Markdown', 'en', `"Polaris" & 'Co' </script> *_\`#`],
  ])('takes %s', (_, language, name) => {
    expect(smallSchool({ language, name })).toMatchObject({ language, name })
  })

  it.each<[what: string, sentence: string, changes: Record<string, unknown>]>([
    [
      'a price without a currency',
      'programs[0].prices[0].currency is missing: write the three-letter code of the currency, such as "EUR".',
      withProgram({ prices: [{ amount: 240, per: 'term' }] }),
    ],
    [
      'a currency in words',
      'programs[0].prices[0].currency cannot be used: write the three-letter code of the currency, such as "EUR".',
      withProgram({ prices: [{ ...price, currency: 'euro' }] }),
    ],
    [
      'a price in words',
      'programs[0].prices[0].amount cannot be used: write the price as a number, such as 240 or 19.99.',
      withProgram({ prices: [{ ...price, amount: '240 EUR' }] }),
    ],
    [
      'a price below nothing',
      'programs[0].prices[0].amount cannot be used: write a price of 0 or more.',
      withProgram({ prices: [{ ...price, amount: -1 }] }),
    ],
    [
      'a fraction of a cent',
      'programs[0].prices[0].amount cannot be used: write at most two digits after the point.',
      withProgram({ prices: [{ ...price, amount: 19.999 }] }),
    ],
    [
      'a price that is one text',
      'programs[0].prices[0] cannot be used: write a price such as { amount: 240, currency: "EUR", per: "term" }.',
      withProgram({ prices: ['240 EUR'] }),
    ],
    [
      'a programme without prices',
      'programs[0].prices cannot be used: write at least one price; a free programme has the amount 0.',
      withProgram({ prices: [] }),
    ],
    ['no programmes', 'programs cannot be used: write at least one programme.', { programs: [] }],
    [
      'one programme that is not in a list',
      'programs cannot be used: write a list in square brackets.',
      { programs: program },
    ],
    [
      'a programme that is only a name',
      'programs[0] cannot be used: write its fields in curly braces.',
      { programs: ['Physics'] },
    ],
    [
      'topics that are not in a list',
      'programs[0].topics cannot be used: write a list in square brackets.',
      withProgram({ topics: 'Mechanics' }),
    ],
    [
      'two programmes of one name',
      'programs[1].name cannot be used: "Physics" is the name of programs[0] already.',
      { programs: [program, program] },
    ],
    [
      'a teacher nobody knows',
      'programs[0].teachers[0] cannot be used: there is no "Nobody" under teachers. Write the name as it stands there.',
      withProgram({ teachers: ['Nobody'] }),
    ],
    [
      'two teachers of one name',
      'teachers[1].name cannot be used: "Tomas Lindqvist" is the name of teachers[0] already.',
      { teachers: [school.teachers[0], school.teachers[0]] },
    ],
    [
      'a page that is listed twice',
      'pages[1].path cannot be used: "/" is listed already, as pages[0].path. Each page is listed once.',
      withPages({ path: '/' }),
    ],
    [
      'a page that is listed in two spellings',
      'pages[2].path cannot be used: "/%C3%A9cole" is listed already, as pages[1].path. Each page is listed once.',
      withPages({ path: '/école' }, { path: '/%C3%A9cole' }),
    ],
    [
      'a page that is another one in another language',
      'pages[1].variants.ru cannot be used: "/" is listed already, as pages[0].path. Each page is listed once.',
      withPages({ path: '/a', variants: { ru: '/' } }),
    ],
    [
      'a page in one language twice',
      'pages[1].variants.EN cannot be used: the page is there in "en" already. List each language once.',
      withPages({ path: '/a', variants: { en: '/en/a', EN: '/en/b' } }),
    ],
    [
      'a page that is one of our files',
      'pages[1].path cannot be used: "/llms.txt" is a file for machines and no page. Leave it out.',
      withPages({ path: '/llms.txt' }),
    ],
    [
      'a page that is the tracker',
      'pages[1].path cannot be used: "/polaris.js" is a file for machines and no page. Leave it out.',
      withPages({ path: '/polaris.js' }),
    ],
    [
      'a page of another host',
      'pages[1].path cannot be used: this is an address of its own, maybe on another site, and only pages of this one can be listed: write a path that begins with one slash, such as "/programs/physics.html".',
      withPages({ path: 'https://other.example/about' }),
    ],
    [
      'a page of another host without a scheme',
      'pages[1].path cannot be used: this is an address of its own, maybe on another site, and only pages of this one can be listed: write a path that begins with one slash, such as "/programs/physics.html".',
      withPages({ path: '//other.example/about' }),
    ],
    [
      'a path without a slash',
      'pages[1].path cannot be used: write a path that begins with one slash, such as "/programs/physics.html".',
      withPages({ path: 'about' }),
    ],
    [
      'a path with dots that go up',
      'pages[1].path cannot be used: write a path that begins with one slash, such as "/programs/physics.html".',
      withPages({ path: '/a/../b' }),
    ],
    [
      'a path with a dot that stays',
      'pages[1].path cannot be used: write a path that begins with one slash, such as "/programs/physics.html".',
      withPages({ path: '/a/%2E' }),
    ],
    [
      'a place inside a page',
      'pages[1].path cannot be used: write a path that begins with one slash, such as "/programs/physics.html".',
      withPages({ path: '/about#team' }),
    ],
    [
      'a described page without a title',
      'pages[1].title is missing: a page with a description is listed in llms.txt, under its title.',
      withPages({ path: '/about', description: 'Who we are.' }),
    ],
    [
      'a page that is linked and not listed',
      'contacts.path cannot be used: "/nowhere" is not among the pages. List it under pages, or correct it.',
      { contacts: { ...school.contacts, path: '/nowhere' } },
    ],
    [
      'a day that does not exist',
      'pages[1].lastmod cannot be used: write a day that exists as year-month-day, such as "2026-09-01".',
      withPages({ path: '/about', lastmod: '2026-02-30' }),
    ],
    [
      'a day written another way',
      'verified cannot be used: write a day that exists as year-month-day, such as "2026-09-01".',
      { verified: '01.09.2026' },
    ],
    [
      'a day that is a Date',
      'verified cannot be used: write a day that exists as year-month-day, such as "2026-09-01".',
      { verified: new Date(0) },
    ],
    [
      'a name with brackets',
      'name cannot be used: write it without the square brackets "[" and "]", which end the text of a link.',
      { name: 'Polaris [Online]' },
    ],
    [
      'a name that is only spaces',
      'name cannot be used: write the name of the school.',
      { name: ' \u2028 ' },
    ],
    [
      'a field that does not exist',
      'nmae: there is no such field. Look for a misspelling, or leave it out.',
      { nmae: 'Polaris' },
    ],
    [
      'fields that do not exist, further in',
      'contacts.fax, contacts.telex: there is no such field. Look for a misspelling, or leave it out.',
      { contacts: { ...school.contacts, fax: '1', telex: '2' } },
    ],
    [
      'a label that does not exist',
      'labels.prise: there is no such field. Look for a misspelling, or leave it out.',
      { labels: { prise: 'Preis' } },
    ],
    [
      'an address without encryption',
      'url cannot be used: write the https address of this site without a path, such as "https://school.example".',
      { url: 'http://polaris.example' },
    ],
    [
      'an address with a path',
      'url cannot be used: write it as "https://polaris.example", without a path and as browsers send it.',
      { url: 'https://polaris.example/' },
    ],
    [
      'an address in another alphabet, as nobody sends it',
      'mainSite cannot be used: write it as "https://xn--80aswg.xn--p1ai", without a path and as browsers send it.',
      { mainSite: 'https://сайт.рф' },
    ],
    [
      'the address of the computer it is written on',
      'url cannot be used: this leads to the computer of whoever follows it, so write an address that everybody can reach.',
      { url: 'https://localhost:3000' },
    ],
    [
      'a picture on the computer it is written on',
      'logo cannot be used: this leads to the computer of whoever follows it, so write an address that everybody can reach.',
      { logo: 'https://127.0.0.1/logo.png' },
    ],
    [
      'a main site that is this one',
      'mainSite cannot be used: it is this site, so that an unknown path would be sent to itself for ever. Write the address of the other site, or leave it out.',
      { mainSite: 'https://polaris.example' },
    ],
    [
      'an endpoint without a host',
      'endpoint cannot be used: write the whole https address of the proxy.',
      { endpoint: '/functions/v1/conversion-capi' },
    ],
    [
      'an endpoint with a query',
      'endpoint cannot be used: write the address without "?" and "#".',
      { endpoint: 'https://api.example/events?key=1' },
    ],
    [
      'a tracker that is no JavaScript name',
      'tracker cannot be used: write the name of the tracker as a JavaScript name, such as "polaris".',
      { tracker: 'polaris-online' },
    ],
    [
      'a language in words',
      'language cannot be used: write a language tag, such as "en" or "pt-BR".',
      { language: 'English' },
    ],
    [
      'an e-mail address that is none',
      'contacts.email cannot be used: write an e-mail address, such as "hello@school.example".',
      { contacts: { email: 'polaris.example' } },
    ],
    [
      'a phone number without a country',
      'contacts.phone cannot be used: write the phone number with "+" and country code, such as "+351 21 000 0000".',
      { contacts: { ...school.contacts, phone: '021 000 0000' } },
    ],
    [
      'a phone number that ends in a sign',
      'contacts.phone cannot be used: write the phone number with "+" and country code, such as "+351 21 000 0000".',
      { contacts: { ...school.contacts, phone: '+351 21 000 0000 -' } },
    ],
    [
      'a country in words',
      'address.country cannot be used: write the two-letter code of the country, such as "PT".',
      { address: { city: 'Lisbon', country: 'Portugal' } },
    ],
    [
      'grades the wrong way round',
      'grades cannot be used: write the lower grade as "from" and the higher one as "to".',
      { grades: { from: 11, to: 5 } },
    ],
    [
      'grades in words',
      'grades cannot be used: write the lowest and the highest grade, such as { from: 5, to: 11 }.',
      { grades: '5-11' },
    ],
    [
      'a time zone that does not exist',
      'schedule.timeZone cannot be used: write a time zone of the IANA database, such as "Europe/Lisbon".',
      { schedule: { ...school.schedule, timeZone: 'Lisbon' } },
    ],
    [
      'a character no page can show',
      'summary cannot be used: delete the invisible character U+0000, which no page can show.',
      { summary: 'An online\0school.' },
    ],
    [
      'half a character',
      'summary cannot be used: delete the invisible character U+D83D, which no page can show.',
      { summary: 'An online school \ud83d.' },
    ],
    [
      'a bot that no robots.txt can name',
      'crawlers.welcome[0] cannot be used: write the product token of a bot: letters, "-" and "_" only, such as "GPTBot".',
      { crawlers: { welcome: ['ChatGPT Agent'] } },
    ],
    [
      'nothing where a value must be',
      'name cannot be used: write the name of the school.',
      { name: null },
    ],
  ])('refuses %s', (_, sentence, changes) => {
    expect(messageOf({ ...school, ...changes })).toBe(
      `One thing to correct in the description of the school:\n- ${sentence}`,
    )
  })

  it.each([undefined, null, 'Polaris', []])('refuses what is no description: %j', (value) => {
    expect(() => defineSchool(value as any)).toThrow(
      '- The description of the school cannot be used: write its fields in curly braces.',
    )
  })

  it('names all that is missing at once', () => {
    expect(messageOf({})).toMatchInlineSnapshot(`
      "17 things to correct in the description of the school:
      - name is missing: write the name of the school.
      - summary is missing: write in one sentence what the school is.
      - description is missing: write a paragraph or more about the school.
      - url is missing: write the https address of this site without a path, such as "https://school.example".
      - tracker is missing: write the name of the tracker as a JavaScript name, such as "polaris".
      - language is missing: write a language tag, such as "en" or "pt-BR".
      - contacts is missing: write the contacts, at least { email: "…" }.
      - address is missing: write the address, at least { city: "…", country: "PT" }.
      - grades is missing: write the lowest and the highest grade, such as { from: 5, to: 11 }.
      - programs is missing: write a list in square brackets.
      - schedule is missing: write the schedule: description, timeZone, lessonMinutes, lessonsPerWeek.
      - teachers is missing: write a list in square brackets.
      - admissions is missing: write the admissions: description and steps.
      - faq is missing: write a list in square brackets.
      - policies is missing: write a list in square brackets.
      - pages is missing: write a list in square brackets.
      - citation is missing: write the citation: at least { guidance: "…" }."
    `)
  })

  it('shows no more than twenty things', () => {
    const pages = Array.from({ length: 30 }, () => ({ path: 'about' }))
    const lines = messageOf({ ...school, pages }).split('\n')
    expect(lines[0]).toBe('30 things to correct in the description of the school:')
    expect(lines).toHaveLength(22)
    expect(lines.at(-1)).toBe('- And 10 more.')
  })

  it('throws an error that can be told from others', () => {
    expect(() => defineSchool({} as any)).toThrow(expect.objectContaining({ name: 'SchoolError' }))
  })
})

function withProgram(changes: Record<string, unknown>): Record<string, unknown> {
  return { programs: [{ ...program, ...changes }] }
}

/** Pages after the landing page; nothing else links one. */
function withPages(...pages: Record<string, unknown>[]): Record<string, unknown> {
  return { programs: [{ ...program, path: '/' }], pages: [{ path: '/' }, ...pages] }
}

function messageOf(description: unknown): string {
  try {
    defineSchool(description as any)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

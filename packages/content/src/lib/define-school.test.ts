import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { defineSchool, SchoolError } from './define-school.ts'
import { smallSchool } from './school.fixture.ts'

const school = smallSchool()
const [program] = school.programs
const [price] = program!.prices!

type Problem = [what: string, sentence: string, changes: Record<string, unknown>]

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
    expect(sameAs).toEqual(['https://xn--80atdl2c.example/%28a%29'])
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
      'a price without a currency',
      'programs[0].prices[0].currency is missing. Write the three-letter currency code, such as "EUR".',
      withProgram({ prices: [{ amount: 240, per: 'term' }] }),
    ],
    [
      'a price in words',
      'programs[0].prices[0].amount is invalid. Write the price as a number, such as 240 or 19.99.',
      withProgram({ prices: [{ ...price, amount: '240 EUR' }] }),
    ],
    [
      'a negative price',
      'programs[0].prices[0].amount is invalid. Write a price of 0 or more.',
      withProgram({ prices: [{ ...price, amount: -1 }] }),
    ],
    [
      'a fraction of a cent',
      'programs[0].prices[0].amount is invalid. Write at most two digits after the decimal point.',
      withProgram({ prices: [{ ...price, amount: 19.999 }] }),
    ],
    [
      'a price as one string',
      'programs[0].prices[0] is invalid. Write a price such as { amount: 240, currency: "EUR", per: "term" }.',
      withProgram({ prices: ['240 EUR'] }),
    ],
    [
      'a program outside a list',
      'programs is invalid. Write a list in square brackets.',
      { programs: program },
    ],
    [
      'a program that is only a name',
      'programs[0] is invalid. Write its fields in curly braces.',
      { programs: ['Physics'] },
    ],
    [
      'topics as a string',
      'programs[0].topics is invalid. Write a list in square brackets.',
      withProgram({ topics: 'Mechanics' }),
    ],
    [
      'two programs with the same name',
      'programs[1].name is not unique: programs[0] is also named "Physics". Rename or remove one of them.',
      { programs: [program, program] },
    ],
    [
      'an unknown teacher',
      'programs[0].teachers[0] is unknown: teachers has no "Nobody". Write a name from teachers, or add the teacher.',
      withProgram({ teachers: ['Nobody'] }),
    ],
    [
      'two teachers with the same name',
      'teachers[1].name is not unique: teachers[0] is also named "Tomas Lindqvist". Rename or remove one of them.',
      { teachers: [school.teachers[0], school.teachers[0]] },
    ],
    [
      'a page listed twice',
      'pages[1].path is already listed: "/" is the page of pages[0].path. List each page once.',
      withPages({ path: '/' }),
    ],
    [
      'a page listed in two spellings',
      'pages[2].path is already listed: "/%C3%A9cole" is the page of pages[1].path. List each page once.',
      withPages({ path: '/école' }, { path: '/%C3%A9cole' }),
    ],
    [
      'a page listed again as a language variant',
      'pages[1].variants.ru is already listed: "/" is the page of pages[0].path. List each page once.',
      withPages({ path: '/a', variants: { ru: '/' } }),
    ],
    [
      'two variants in the same language',
      'pages[1].variants.EN repeats the language "en". List each language once.',
      withPages({ path: '/a', variants: { en: '/en/a', EN: '/en/b' } }),
    ],
    [
      'a generated file as a page',
      'pages[1].path is not a page: "/llms.txt" is a generated file. Remove it from pages.',
      withPages({ path: '/llms.txt' }),
    ],
    [
      'the tracker script as a page',
      'pages[1].path is not a page: "/polaris.js" is a generated file. Remove it from pages.',
      withPages({ path: '/polaris.js' }),
    ],
    [
      'a page with a description but no title',
      'pages[1].title is missing. Write a title, which llms.txt lists with the description.',
      withPages({ path: '/about', description: 'Who we are.' }),
    ],
    [
      'a linked page that is not listed',
      'contacts.path is not listed: pages has no "/nowhere". Add it to pages, or correct the path.',
      { contacts: { ...school.contacts, path: '/nowhere' } },
    ],
    [
      'a name with brackets',
      'name is invalid. Remove the square brackets "[" and "]", which end the text of a link.',
      { name: 'Polaris [Online]' },
    ],
    ['a blank name', 'name is invalid. Write the name of the school.', { name: ' \u2028 ' }],
    [
      'an unknown field',
      'nmae is not a known field. Check the spelling, or remove it.',
      { nmae: 'Polaris' },
    ],
    [
      'unknown nested fields',
      'contacts.fax, contacts.telex are not known fields. Check the spelling, or remove them.',
      { contacts: { ...school.contacts, fax: '1', telex: '2' } },
    ],
    [
      'an unknown label',
      'labels.prise is not a known field. Check the spelling, or remove it.',
      { labels: { prise: 'Preis' } },
    ],
    [
      'an http URL',
      'url is invalid. Write the https origin of this site, such as "https://school.example".',
      { url: 'http://polaris.example' },
    ],
    [
      'an origin with a path',
      'url is invalid. Write "https://polaris.example", the form browsers send.',
      { url: 'https://polaris.example/' },
    ],
    [
      'an origin that is not in ASCII form',
      'mainSite is invalid. Write "https://xn--80aswg.xn--p1ai", the form browsers send.',
      { mainSite: 'https://сайт.рф' },
    ],
    [
      'a loopback hostname',
      'url is invalid. Write a public hostname instead of one that only this computer can reach.',
      { url: 'https://localhost:3000' },
    ],
    [
      'a logo on a loopback hostname',
      'logo is invalid. Write a public hostname instead of one that only this computer can reach.',
      { logo: 'https://127.0.0.1/logo.png' },
    ],
    [
      'a main site equal to this site',
      'mainSite is the same as url, so unknown paths would redirect to themselves. Write the origin of the other site, or remove it.',
      { mainSite: 'https://polaris.example' },
    ],
    [
      'an endpoint without a hostname',
      'endpoint is invalid. Write the absolute https URL of the proxy.',
      { endpoint: '/functions/v1/conversion-capi' },
    ],
    [
      'an endpoint with a query',
      'endpoint is invalid. Remove the query and the fragment.',
      { endpoint: 'https://api.example/events?key=1' },
    ],
    [
      'a tracker name that is not a JavaScript identifier',
      'tracker is invalid. The name of the tracker must be a JavaScript identifier, e.g. "polaris".',
      { tracker: 'polaris-online' },
    ],
    [
      'a tracker name that browsers use',
      'tracker is invalid. The name of the tracker must not be "location", which JavaScript, browsers or the pixel use. Choose a name such as "polaris".',
      { tracker: 'location' },
    ],
    [
      'a malformed email address',
      'contacts.email is invalid. Write an email address, such as "hello@school.example".',
      { contacts: { email: 'polaris.example' } },
    ],
    [
      'grades in the wrong order',
      'grades is invalid. Write the lower grade as "from" and the higher one as "to".',
      { grades: { from: 11, to: 5 } },
    ],
    [
      'grades in words',
      'grades is invalid. Write the lowest and the highest grade, such as { from: 5, to: 11 }.',
      { grades: '5-11' },
    ],
    [
      'a control character',
      'summary is invalid. Remove the character U+0000, which no page can display.',
      { summary: 'An online\0school.' },
    ],
    [
      'a lone surrogate',
      'summary is invalid. Remove the character U+D83D, which no page can display.',
      { summary: 'An online school \ud83d.' },
    ],
    [
      'a bot name that robots.txt does not allow',
      'crawlers.welcome[0] is invalid. Write the product token of a bot using letters, "-" and "_" only, such as "GPTBot".',
      { crawlers: { welcome: ['ChatGPT Agent'] } },
    ],
    [
      'a language listed twice',
      'locales[1] repeats "en". List each language once.',
      { locales: ['en', 'en'] },
    ],
    [
      'grades of a program that the school does not teach',
      'programs[0].grades is inconsistent: the school teaches grades 5-11, not 1-6. Correct the grades of the program or of the school.',
      withProgram({ grades: { from: 1, to: 6 } }),
    ],
    [
      'a start date listed twice',
      'programs[0].startDates[1] repeats "2026-09-07". List each start date once.',
      withProgram({ startDates: ['2026-09-07', '2026-09-07'] }),
    ],
    [
      'a profile listed twice',
      'sameAs[1] repeats "https://x.example/a". List each profile once.',
      { sameAs: ['https://x.example/a', 'https://x.example/b/../a'] },
    ],
    ...['about', '/a/../b', '/a/%2E', '/about#team'].map((path): Problem => [
      `the path ${path}`,
      'pages[1].path is invalid. Write a path that starts with a single slash, such as "/programs/physics.html".',
      withPages({ path }),
    ]),
    ...['https://other.example/about', '//other.example/about'].map((path): Problem => [
      `a page on another hostname, ${path}`,
      'pages[1].path is invalid. Only pages of this site can be listed. Write a path that starts with a single slash, such as "/programs/physics.html".',
      withPages({ path }),
    ]),
    ...['2026-02-30', '01.09.2026', new Date(0)].map((verified): Problem => [
      `the day ${String(verified)}`,
      'verified is invalid. Write an existing day as year-month-day, such as "2026-09-01".',
      { verified },
    ]),
    ...['021 000 0000', '+351 21 000 0000 -'].map((phone): Problem => [
      `the phone number ${phone}`,
      'contacts.phone is invalid. Write the phone number with "+" and country code, such as "+351 21 000 0000".',
      { contacts: { ...school.contacts, phone } },
    ]),
    ...['/a/..', '/.', '/private/%2e%2E/', '/a/./b', '//private/', '/a\\b'].map((path): Problem => [
      `a disallowed path that crawlers read as another one, ${path}`,
      'crawlers.disallow[0] is invalid. Write a path that starts with a single slash and has no "." or ".." segments, such as "/private/".',
      { crawlers: { disallow: [path] } },
    ]),
    ['null for a required value', 'name is invalid. Write the name of the school.', { name: null }],
  ])('rejects %s', (_, sentence, changes) => {
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

  it('prints the call and the list of problems if the error is not caught', () => {
    const folder = mkdtempSync(join(tmpdir(), 'define-school-'))
    try {
      const file = join(folder, 'school.config.mjs')
      const source = new URL('define-school.ts', import.meta.url)
      const description = JSON.stringify({ ...school, nmae: 'Polaris', verified: 'today' })
      writeFileSync(
        file,
        `import { defineSchool } from '${source}'\nconst description = ${description}\nexport default defineSchool(description)\n`,
      )
      const { stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
      expect(status).toBe(1)
      expect(stderr.replaceAll(folder, '')).toBe(
        `file:///school.config.mjs:3
export default defineSchool(description)
               ^

SchoolError: The school description has 2 problems:
- verified is invalid. Write an existing day as year-month-day, such as "2026-09-01".
- nmae is not a known field. Check the spelling, or remove it.
    at file:///school.config.mjs:3:16

Node.js ${process.version}
`,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
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

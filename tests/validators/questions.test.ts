import { defineSchool, renderResources, type School } from '@conversion-capi/content'
import polaris from 'example-school-site/school'
import { describe, expect, it } from 'vitest'

/** A school that fills in every fact that a parent asks about, in Russian. */
const full: School = defineSchool({
  name: 'Школа «Север»',
  url: 'https://sever.example',
  language: 'ru',
  ages: { from: 7 },
  credentials: ['Лицензия № 12/2020'],
  contacts: { email: 'a@sever.example', telegram: '@sever_school', whatsapp: '+7 495 000-00-00' },
  trial: { amount: 0, currency: 'RUB', minutes: 30 },
  fees: [{ for: 'регистрация', amount: 1500, currency: 'RUB' }],
  discounts: ['10% второму ребёнку'],
  programs: [
    {
      name: 'Английский',
      ages: { from: 7, to: 12 },
      prices: [
        { amount: 6000, currency: 'RUB', per: 'месяц', for: 'группа' },
        { amount: 9900, currency: 'RUB', per: 'месяц', for: 'пара', from: true },
      ],
      startDates: ['2026-09-07'],
      endDates: ['2026-12-18'],
      deadlines: ['2026-09-01'],
      schedule: { description: 'Понедельник и среда, 18:00.', lessonsPerWeek: 3 },
      locales: ['en'],
      exams: ['Cambridge B1'],
      certificate: 'Сертификат школы',
      teachers: ['Анна Белова'],
    },
    {
      name: 'Польский',
      prices: [{ amount: 40_000, currency: 'RUB', per: 'год', installments: 4 }],
      schedule: { mode: 'onsite', lessonsPerWeek: 1 },
      locales: ['pl'],
    },
  ],
  schedule: { mode: 'online', lessonMinutes: 45 },
  teachers: [{ name: 'Анна Белова', role: 'преподаватель английского' }],
  policies: [
    { name: 'Возврат', text: 'Деньги за оставшиеся уроки возвращаются.' },
    { name: 'Оплата', text: 'Картой или переводом.' },
  ],
  pages: [{ path: '/' }],
})

/** A school of which only the required facts and the titles of pages are known. */
const minimal: School = defineSchool({
  name: 'Gambit',
  url: 'https://gambit.example',
  language: 'en',
  pages: [{ path: '/' }, { path: '/fees.html', title: 'Fees' }],
})

/** The facts that answer each question: `<question>: [<program>] <fact>`. */
const FULL = `
price: [Английский] Цена: группа: 6000 RUB за месяц | пара: от 9900 RUB за месяц
price: [Польский] Цена: 40000 RUB за год (Частей оплаты: 4)
price: Сборы: регистрация: 1500 RUB
price: Скидки: 10% второму ребёнку
start dates: [Английский] Начало занятий: 7 сентября 2026 г.
start dates: [Английский] Конец занятий: 18 декабря 2026 г.
start dates: [Английский] Запись до: 1 сентября 2026 г.
trial lesson: Пробный урок: бесплатно, 30 минут
refund: Возврат: Деньги за оставшиеся уроки возвращаются.
ages: Возраст: 7+
ages: [Английский] Возраст: 7-12
teachers: Анна Белова, преподаватель английского
teachers: [Английский] Преподаватели: Анна Белова
languages: [Английский] Языки: английский
languages: [Польский] Языки: польский
contact: Эл. почта: <a@sever.example>
contact: Telegram: @sever_school
contact: WhatsApp: +7 495 000-00-00
schedule: [Английский] Расписание: Понедельник и среда, 18:00.
schedule: [Английский] Уроков в неделю: 3
schedule: [Польский] Формат: очно; Уроков в неделю: 1
schedule: Формат: онлайн; Длительность урока: 45 минут
payment: Оплата: Картой или переводом.
exam: [Английский] Подготовка к экзаменам: Cambridge B1
certificate: [Английский] Документ об окончании: Сертификат школы
license: Лицензии и аккредитации: Лицензия № 12/2020`

const USUAL = `
price: [Mathematics] Price: 240 EUR per term
price: [Physics] Price: 264 EUR per term
price: Discounts: A second child pays 10% less.
start dates: [Physics] Start dates: January 11, 2027; End dates: April 2, 2027
trial lesson: Trial lesson: free, 45 minutes
refund: Refunds: Before the fourth lesson the whole fee comes back, later the price of the lessons that remain.
ages: [Physics] Grades: 7-11
teachers: Tomas Lindqvist, Physics teacher
languages: Languages: English
contact: Email: <hello@polaris.example>
schedule: Format: online; Time zone: Europe/Brussels; Lesson length: 60 minutes
payment: Payment: One term is paid at a time.`

const FULL_SUBJECTS =
  'Возраст, Программы, Цена, Начало занятий, Пробный урок, Сборы, Скидки, Расписание, Языки, Преподаватели, Возврат, Оплата, Контакты'
const USUAL_SUBJECTS =
  'Grades, Programs, Price, Start dates, Trial lesson, Discounts, Schedule, Languages, Teachers, Admissions, Payment, Refunds, Homework, Privacy, Contacts'

describe.each<[string, School, answers: string, subjects: string | undefined]>([
  ['a full school', full, FULL, FULL_SUBJECTS],
  ['a usual school', polaris, USUAL, USUAL_SUBJECTS],
  ['a minimal school', minimal, '', undefined],
])('what a parent asks %s', (_, school, answers, subjects) => {
  const short = read(school, '/llms.txt')
  const start = `${PROGRAM[school.language]}: `
  const lines = short.split('\n')
  const entries = flatten(read(school, '/llms-full.txt')).split(/\n(?=#{2,3} )/)
  const names = (school.programs ?? []).map(({ name }) => name)

  it.each(answers.split('\n').slice(1))('is answered once in each file: %s', (line) => {
    const [, program, fact] = /^[a-z ]+: (?:\[(.*?)\] )?(.*)/.exec(line)!
    const scope = lines.filter((each) =>
      program ? each.startsWith(`${start}${program};`) : !each.startsWith(start),
    )
    expect(scope.filter((each) => contains(each, fact!))).toHaveLength(1)
    const below = entries.filter(
      (entry) => names.find((name) => entry.startsWith(`### ${name}\n`)) === program,
    )
    // In the full file, each of the facts is on its own line.
    for (const part of fact!.split('; ')) {
      expect(below.filter((entry) => contains(entry, part))).toHaveLength(1)
    }
  })

  it('promises only subjects that it has facts about', () => {
    const promise = /(?:questions about|вопросы по темам): (.*?)\. /
    expect(promise.exec(short)?.[1]).toBe(subjects)
    for (const subject of subjects?.split(', ') ?? []) {
      const label = subject.replace(/^Programs$/, 'Program').replace(/^Программы$/, 'Программа')
      expect(short).toMatch(new RegExp(`(?:^|; )${label}: \\S`, 'm'))
    }
  })

  it('links the pages, which have other facts', () => {
    expect(short).toContain('/llms-full.txt)')
    for (const { title, path } of school.pages) {
      if (title) expect(short).toContain(`- [${title}](${school.url}${path})`)
    }
  })
})

const PROGRAM: Record<string, string> = { en: 'Program', ru: 'Программа' }

function read(school: School, path: string): string {
  return renderResources(school).find((file) => file.path === path)!.body
}

/** Returns whether a line contains a fact, and not a longer one: `Ages: 7`, but not `Ages: 7-12`. */
function contains(line: string, fact: string): boolean {
  const name = fact.replaceAll(/[.+|()]/g, String.raw`\$&`).replace(/[:,] /, '[:,] ')
  return (
    [...line.matchAll(new RegExp(`(?:^|; |: |\\. |- |\\| )${name}(?=$|[;. ])`, 'gm'))].length === 1
  )
}

/** Returns Markdown with lists of values on one line, entries as `name: text`, and without escapes and links. */
function flatten(markdown: string): string {
  return markdown
    .replaceAll(/:\n((?: {2}- .*\n?)+)/g, (_, items: string) => {
      const values = [...items.matchAll(/- (.*)/g)].map(([, value]) => value)
      return `: ${values.join(' | ')}\n`
    })
    .replaceAll(/^### (.*)\n\n(?=[^-\n])/gm, '### $1\n\n$1: ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\\([^\w\s])/g, '$1')
}

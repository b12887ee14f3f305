import { readFileSync } from 'node:fs'

import { fromHtml } from 'hast-util-from-html'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkPages } from '../check/check-pages.ts'
import { removePageViews } from '../init/edits/remove-page-views.ts'
import { findElements } from './elements.ts'
import { findForms, type FormPurpose } from './find-forms.ts'
import { parsePage } from './page.ts'

function find(html: string) {
  return findForms(findElements(fromHtml(html)))
}

const EMAIL = '<input type="email" name="email">'
const NAMED = `<input name="name">${EMAIL}`

describe('findForms()', () => {
  it.each<[FormPurpose, string]>([
    ['lead', `<form>${NAMED}</form>`],
    ['lead', '<form><input type="tel"></form>'],
    ['lead', '<form><input placeholder="Имя"><input placeholder="Ваш телефон"></form>'],
    ['lead', '<form>ad <input name="a"> e-posta <input name="b"></form>'],
    ['lead', '<form><label for="a">お名前</label><input id="a">メールアドレス<input></form>'],
    ['lead', '<form>שם: <input>טלפון: <input></form>'],
    ['lead', '<form><input name="gsm"><input type="submit" value="Gönder"></form>'],
    ['lead', `<form><input type="tel"><button>Anmelden</button></form>`],
    ['lead', `<form id="registerForm">${NAMED}</form>`],
    ['lead', `<form>${EMAIL}<textarea name="comment"></textarea></form>`],
    ['lead', '<table><form action="a"><tr><td>Telefon</td><td><input></td></tr></form></table>'],
    ['contact', `<form>${EMAIL}<button>OK</button></form>`],
    ['contact', `<title>Admin Dashboard | Nord</title><form id="student">${NAMED}</form>`],
    ['lead', `<title>Become an admin</title><form>${NAMED}</form>`],
    ['login', `<form>${EMAIL}<input type="password"></form>`],
    ['login', `<form>${EMAIL}<input name="password"><button>Login</button></form>`],
    ['login', `<form><input type="email"><button>Войти</button></form>`],
    ['login', '<form><input name="phone"><input type="password"><input type="password"></form>'],
    ['password', `<form action="/password/reset">${EMAIL}</form>`],
    ['password', `<form><h2>Passwort vergessen?</h2>${EMAIL}</form>`],
    ['unsubscribe', `<form>${NAMED}<button>Отписаться</button></form>`],
    ['newsletter', `<form class="mc4wp-form"><input name="FNAME">${EMAIL}</form>`],
    ['newsletter', `<div><h4>Подпишитесь на рассылку</h4><form>${EMAIL}</form></div>`],
    ['comment', `<form action="/wp-comments-post.php"><textarea></textarea>${NAMED}</form>`],
    ['job', `<form>${NAMED}<textarea></textarea><button>Join our team</button></form>`],
    ['job', `<form>${NAMED}<input type="hidden" name="subject" value="Вакансия"></form>`],
    ['job', `<form>${NAMED}<input type="tel"><input type="file" name="cover-letter"></form>`],
    ['job', `<form>${NAMED}<label>Lebenslauf <input type="file"></label></form>`],
    ['job', `<form>${NAMED}<textarea placeholder="Ваше резюме"></textarea></form>`],
    ...[
      'Separa tu vacante',
      'Vacantes 2027: solicita una visita',
      'Bewerbung um einen Schulplatz',
      'Jetzt für das Schuljahr bewerben',
      'Career change: become a developer',
      'Resume your course',
      'Vacancies for the spring term',
      'Dossier de candidature pour la rentrée',
      'Postuler au programme',
      'Vagas abertas para 2027',
      'Conheça o nosso currículo',
      'Candidatura al corso di laurea',
      'Volná místa v kurzu',
      'Voľné miesta v krúžku',
      'Praca z native speakerem',
      'Хочу в команду робототехники',
    ].flatMap((text): [FormPurpose, string][] => [
      ['lead', `<h2>${text}</h2><form>${NAMED}<input type="tel"></form>`],
      ['lead', `<form>${NAMED}<input type="tel"><button>${text}</button></form>`],
    ]),
    ['job', `<h2>Bewerbung</h2><form>${NAMED}<input type="file"></form>`],
    ['lead', `<h2>Enroll for the bootcamp</h2><form>${NAMED}<input type="file" name="cv"></form>`],
    ['lead', `<form>${NAMED}<button>Вход на пробное занятие</button></form>`],
    ['payment', `<form>${NAMED}<input name="street"><button>Bestellen</button></form>`],
    ['review', `<h2>Avis</h2><form>${NAMED}<input type="radio" name="rating"></form>`],
    ['comment', `<h2>Kommentare</h2><form>${NAMED}<input type="url"></form>`],
    ['newsletter', `<form>${EMAIL}<button>Iscriviti</button></form>`],
    ['lead', `<form>${NAMED}<button>Suscríbete al curso</button></form>`],
    ['job', `<h2>Vacantes</h2><form>${NAMED}<input name="experience"></form>`],
    ['job', `<title>Вакансии | Nord</title><h1>Nord</h1><form>${NAMED}</form>`],
    ['job', `<h2>Trabaja con nosotros</h2><form>${NAMED}</form>`],
    ['lead', `<title>Careers</title><h1>Careers</h1><h2>Questions?</h2><form>${NAMED}</form>`],
    ['lead', `<h1>Careers</h1><form>${NAMED}<button>Book a trial lesson</button></form>`],
    ['review', `<h3>Оставьте отзыв</h3><form>${NAMED}<textarea></textarea></form>`],
    ['payment', `<form action="/checkout">${EMAIL}<input type="tel"></form>`],
    ['payment', `<form>${EMAIL}<input autocomplete="cc-number"></form>`],
    ['other', '<form role="search"><input name="s"></form>'],
    ['other', '<form netlify hidden><input type="email"><input type="tel"></form>'],
    ['lead', '<form netlify><input type="email"><input type="tel"></form>'],
    ['other', '<form><input name="name"><textarea></textarea></form>'],
  ])('recognizes a %s: %s', (purpose, html) => {
    expect(find(html).map((form) => form.purpose)).toEqual([purpose])
  })

  // Written by a reader of each language before the words of `language-words.ts` were read.
  it('judges the headings and buttons of 13 languages', () => {
    const reached = '<input type="tel">'
    const shapes: Record<string, (text: string) => string[]> = {
      lead: (text) => [
        `<h2>${text}</h2><form>${NAMED}${reached}</form>`,
        `<h2>${text}</h2><form>${NAMED}<textarea></textarea></form>`,
        `<form>${NAMED}${reached}<button>${text}</button></form>`,
        `<title>${text}</title><h1>${text}</h1><form>${NAMED}${reached}</form>`,
      ],
      job: (text) => [`<h2>${text}</h2><form>${NAMED}${reached}<input type="file"></form>`],
      review: (text) => [`<h2>${text}</h2><form>${NAMED}<input type="radio" name="rating"></form>`],
      comment: (text) => [`<h2>${text}</h2><form>${NAMED}<input type="url"></form>`],
      newsletter: (text) => [`<form>${EMAIL}<button>${text}</button></form>`],
      checkout: (text) => [`<form>${NAMED}<input name="street"><button>${text}</button></form>`],
      login: (text) => [`<form>${EMAIL}<button>${text}</button></form>`],
    }
    const blocks = readFileSync(new URL('form-texts.fixture.txt', import.meta.url), 'utf8').trim()
    const texts = blocks.split(/\n(?=[a-z]{2}\n)/).flatMap((block) => {
      const [language = '', ...rows] = block.split('\n')
      return rows.flatMap((row) => {
        const [, kind = '', list = ''] = /^(\w+): (.*)/.exec(row)!
        return list.split(' | ').map((text) => ({ language, kind, text }))
      })
    })
    const judged = texts.flatMap(({ language, kind, text }) =>
      shapes[kind]!(text).map((html) => {
        const isLead = find(html)[0]!.purpose === 'lead'
        return { kind, language, text, isRight: isLead === (kind === 'lead') }
      }),
    )
    const wrong = judged.filter(({ isRight }) => !isRight)
    expect(wrong.filter(({ kind }) => kind === 'lead')).toEqual([])
    // Not every word is in the table.
    for (const language of new Set(texts.map((each) => each.language))) {
      const missed = wrong.filter((each) => each.language === language)
      expect({ language, missed: missed.length <= 15 ? 'few' : missed }).toEqual({
        language,
        missed: 'few',
      })
    }
  })

  it('takes the words of each field, not those of its neighbors', () => {
    const [form] = find(
      '<form><input id="a"><label for="a">Telefon</label><label>E-mail <input id="b"></label></form>',
    )
    expect(form!.phones.map(({ properties }) => properties['id'])).toEqual(['a'])
    expect(form!.emails.map(({ properties }) => properties['id'])).toEqual(['b'])
  })

  it('tells fields by type, autocomplete and whole words, also in a random order', () => {
    const decoys = [
      '<input name="telegram"><input id="tellUs"><input name="mailing_address" placeholder="Mailing">',
      '<input type="hidden" name="manager_phone"><input type="hidden" name="mail_to" value="a@b.example">',
      '<label>Hotel <input name="hotel"></label><label>Почтовый индекс <input></label>',
      '<input type="tel" autocomplete="postal-code"><textarea name="email"></textarea>',
    ]
    const field = fc.constantFrom<[kind: string, html: string]>(
      ['phones', '<input type="number" name="contactPhone" class="it">'],
      ['phones', '<label for="x">Номер телефона</label><input id="x" class="it">'],
      ['phones', '<input autocomplete="section-a tel" name="e-mail" class="it">'],
      ['emails', '<input name="your-email" class="it">'],
      ['emails', '<label>E-posta <input class="it"></label>'],
      ['emails', '<input type="email" placeholder="Phone or email" class="it">'],
    )
    fc.assert(
      fc.property(field, fc.shuffledSubarray(decoys), fc.nat(4), ([kind, html], others, at) => {
        const [form] = find(`<form>${others.toSpliced(at, 0, html).join('')}</form>`)
        const found = { emails: form!.emails, phones: form!.phones }
        const classes = Object.entries(found).flatMap(([name, fields]) =>
          fields.map(({ properties }) => [name, properties['className']]),
        )
        expect(classes).toEqual([[kind, ['it']]])
      }),
    )
  })

  it('reads 20,000 forms next to each other, and their calls, in linear time', () => {
    // Quadratic code exceeds the time limit of the test by minutes.
    const source = '<form><input type="tel" name="a"></form>'.repeat(20_000)
    const page = parsePage('index.html', '/', source)
    expect(page.forms).toHaveLength(20_000)
    const school = { tracker: 'nord', language: 'pl', url: 'https://nord.example' }
    const project = { school, site: { pages: 'site', tracker: {} } }
    const file = { path: '/', contentType: 'text/html', body: source, page }
    const found = checkPages(project, [file]).filter(({ code }) => code === 'form-url-file')
    expect(found).toHaveLength(20_000)
    const calls = `function load() { ${"fbq('track', 'PageView');".repeat(20_000)} }`
    expect(removePageViews(calls).edits).toHaveLength(20_000)
  })
})

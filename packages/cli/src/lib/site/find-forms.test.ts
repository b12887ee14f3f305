import { fromHtml } from 'hast-util-from-html'
import { describe, expect, it } from 'vitest'

import { findElements } from './elements.ts'
import { findForms, type FormPurpose } from './find-forms.ts'

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
    ['login', `<form><input type="email"><button>Войти</button></form>`],
    ['login', '<form><input name="phone"><input type="password"><input type="password"></form>'],
    ['password', `<form action="/password/reset">${EMAIL}</form>`],
    ['password', `<form><h2>Passwort vergessen?</h2>${EMAIL}</form>`],
    ['unsubscribe', `<form>${NAMED}<button>Отписаться</button></form>`],
    ['newsletter', `<form class="mc4wp-form"><input name="FNAME">${EMAIL}</form>`],
    ['newsletter', `<div><h4>Подпишитесь на рассылку</h4><form>${EMAIL}</form></div>`],
    ['comment', `<form action="/wp-comments-post.php"><textarea></textarea>${NAMED}</form>`],
    ['job', `<form>${NAMED}<textarea></textarea><button>Join our team</button></form>`],
    ['payment', `<form action="/checkout">${EMAIL}<input type="tel"></form>`],
    ['payment', `<form>${EMAIL}<input autocomplete="cc-number"></form>`],
    ['other', '<form role="search"><input name="s"></form>'],
    ['other', '<form><input name="name"><textarea></textarea></form>'],
  ])('recognizes a %s: %s', (purpose, html) => {
    expect(find(html).map((form) => form.purpose)).toEqual([purpose])
  })

  it('takes the words of each field, not those of its neighbors', () => {
    const [form] = find(
      '<form><input id="a"><label for="a">Telefon</label><label>E-mail <input id="b"></label></form>',
    )
    expect(form!.phones.map(({ properties }) => properties['id'])).toEqual(['a'])
    expect(form!.emails.map(({ properties }) => properties['id'])).toEqual(['b'])
  })
})

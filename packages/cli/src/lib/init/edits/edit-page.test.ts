import { describe, expect, it } from 'vitest'

import { parsePage } from '../../site/page.ts'
import { applyEdits } from './edit-encoded-page.ts'
import { editPage, type EditPageOptions } from './edit-page.ts'

const OPTIONS = {
  url: 'https://nord.example/',
  tracker: 'nord',
  language: 'en',
}

function edit(html: string, options: EditPageOptions): string {
  return applyEdits(html, editPage(html, parsePage('index.html', '/', html), options).edits)
}

const PAGE = `<!doctype html>
<html>
  <head>
    <title>Nord</title>
  </head>
  <body>
    <h1>Nord</h1>
  </body>
</html>
`

describe('editPage()', () => {
  it('adds language and tracker, and changes nothing else', () => {
    expect(edit(PAGE, OPTIONS)).toBe(
      PAGE.replace('<html>', '<html lang="en">').replace(
        '</title>',
        `</title>
    <script defer src="/nord.js"></script>`,
      ),
    )
  })

  it('sets the direction of right-to-left pages', () => {
    expect(edit(PAGE, { ...OPTIONS, language: 'ar-JO' })).toContain('<html lang="ar-JO" dir="rtl">')
  })

  it('puts the tracker before scripts that may use it', () => {
    const html = PAGE.replace('</title>', '</title>\n    <script defer src="/site.js"></script>')
    expect(edit(html, OPTIONS)).toMatch(
      /<script defer src="\/nord\.js"><\/script>\n {4}<script defer src="\/site\.js">/,
    )
  })

  it('edits a page on one line, without tags that HTML allows to omit', () => {
    expect(edit('<!doctype html><title>Nord</title><h1>Nord</h1>', OPTIONS)).toBe(
      '<!doctype html><title>Nord</title><script defer src="/nord.js"></script><h1>Nord</h1>',
    )
  })

  it.each([
    ["fbq('init', '1');fbq('track', 'Lead');", "fbq('init', '1');", { removed: [1], kept: [] }],
    ["\n\tfbq('track', 'Lead', { value: 9 })\nx()", '\nx()', { removed: [2], kept: [] }],
    [
      "fbq('track', 'PageView');fbq('track', 'Lead'); (() => fbq('track', 'Lead'))()",
      " (() => fbq('track', 'Lead'))()",
      { removed: [1], kept: [1] },
    ],
    ["onclick = () => fbq('track', 'Lead')", undefined, { removed: [], kept: [] }],
    ["on('click', () => { fbq('track', 'Lead') })", undefined, { removed: [], kept: [] }],
    ["$(a).on('load', () => { fbq('track', 'Lead') })", undefined, { removed: [], kept: [] }],
    [
      "onload = () => setTimeout(() => { fbq('track', 'Lead') }, 9)",
      'onload = () => setTimeout(() => {  }, 9)',
      { removed: [1], kept: [] },
    ],
    ...[
      'window.addEventListener("load", function () {',
      'document.addEventListener("DOMContentLoaded", () => {',
      '$(function () {',
      'jQuery(document).ready(function ($) {',
      '$(window).on("load", () => {',
    ].map((start): [string, string, object] => [
      `${start}\n fbq('track', 'Lead')\n})`,
      `${start}\n})`,
      { removed: [2], kept: [] },
    ]),
  ])('removes the Lead of a visit that a form sends: %s', (code, expected, visitLeads) => {
    const html = `<html lang="en"><script>${code}</script>`
    const edits = (hasLead: boolean) =>
      editPage(html, parsePage('a.html', '/a.html', html), { ...OPTIONS, hasLead, isPart: true })
    const removed = edits(true)
    expect(applyEdits(html, removed.edits)).toBe(html.replace(code, expected ?? code))
    expect(removed.visitLeads).toEqual(visitLeads)
    expect(edits(false).visitLeads).toEqual({ removed: [], kept: [] })
  })

  it('adds the language to the tag, not to a comment before it', () => {
    const html = PAGE.replace('<html>', '<!--[if IE]><html class="ie"><![endif]--><html>')
    expect(edit(html, OPTIONS)).toContain('<html class="ie"><![endif]--><html lang="en">')
  })

  const BASE = `<html lang="en"><head>
    <meta name="description" content="Chess.">
    <!-- Google Tag Manager --><!-- End Google Tag Manager -->
    <!-- Meta Pixel Code -->
    <script>
      fbq('init', '1234567890');
      fbq('track', 'PageView');
    </script>
    <noscript><img height="1" width="1" style="display:none"
      src="https://www.facebook.com/tr?id=1234567890&ev=PageView&noscript=1"
    /></noscript>
    <!-- End Meta Pixel Code -->
  </head></html>`

  it("puts the tracker before the block of Meta's base code, and removes its page views", () => {
    expect(edit(BASE, OPTIONS)).toBe(`<html lang="en"><head>
    <meta name="description" content="Chess.">
    <!-- Google Tag Manager --><!-- End Google Tag Manager -->
    <script defer src="/nord.js"></script>
    <!-- Meta Pixel Code -->
    <script>
      fbq('init', '1234567890');
    </script>
    <!-- End Meta Pixel Code -->
  </head></html>`)
  })

  it('turns a page view that waits for consent into the consent', () => {
    const held = `<script type="text/plain">fbq('track', 'PageView')</script>`
    const html = PAGE.replace('</title>', `</title>${held}`)
    expect(edit(html, { ...OPTIONS, waits: true })).toContain(
      '<script type="text/plain">window.nord ??= []; nord.push((nord) => nord.consent(true));</script>',
    )
  })

  const BANNER = '<script src="https://consent.cookiebot.com/uc.js" data-cbid="0"></script>'

  it('adds the script of the recognized banner, and exempts the tracker from its blocking', () => {
    const html = PAGE.replace('</title>', `</title>\n    ${BANNER}`)
    const edited = edit(html, { ...OPTIONS, waits: true })
    expect(edited).toContain('<script defer src="/nord.js" data-cookieconsent="ignore"></script>')
    expect(edited).toContain(`${BANNER}\n<script type="module" data-cookieconsent="ignore">`)
    expect(edited).toContain('const pass = (nord) => nord.consent(decision)')
    expect(edited).not.toContain('polaris')
    // Again, and without waiting, nothing is added.
    expect(edit(edited, { ...OPTIONS, waits: true })).toBe(edited)
    expect(edit(html, OPTIONS)).not.toContain('consent(decision)')
  })

  it('adds the script above a module that starts the platform', () => {
    const module = '<script type="module">import "https://esm.sh/vanilla-cookieconsent"</script>'
    const html = PAGE.replace('</body>', `${module}</body>`)
    expect(edit(html, { ...OPTIONS, waits: true })).toMatch(
      /nord\.consent\(decision\)[\s\S]+<\/script>\n<script type="module">import/,
    )
  })

  it.each([
    ['a banner without a script', '<script src="/tarteaucitron.js"></script>', 'tarteaucitron'],
    [
      'an API of several platforms',
      '<script>window.__tcfapi = 1</script>',
      'a platform of the IAB TCF',
    ],
    ['no banner', '', undefined],
  ])('adds no script for %s, and says so', (_, code, platform) => {
    const html = PAGE.replace('</title>', `</title>${code}`)
    const page = parsePage('index.html', '/', html)
    const { edits, unconnected } = editPage(html, page, { ...OPTIONS, waits: true })
    expect(applyEdits(html, edits)).not.toContain('consent(')
    expect(unconnected).toMatchObject({ isConnected: false, ...(platform && { platform }) })
  })

  it.each([
    ['in a timer', `setTimeout(() => {\nfbq('init', '1')\nPAGE_VIEW\n}, 2000)`, ''],
    ['in a listener', `on('scroll', () => (fbq('init', '1'), PAGE_VIEW))`, ''],
    ['in a script of WP Rocket', `fbq('init', '1');PAGE_VIEW`, ' type="rocketlazyloadscript"'],
  ])('lets the tracker send the page view of a pixel that loads later, %s', (_, code, type) => {
    const html = PAGE.replace('</title>', `</title><script${type}>${code}</script>`)
    const found = html.replace('PAGE_VIEW', `fbq('track', 'PageView')`)
    const sent = `void (window.nord ??= []).push((nord) => nord.track('PageView'))`
    expect(edit(found, { ...OPTIONS, isLate: true })).toContain(
      `<script${type}>${code.replace('PAGE_VIEW', sent)}</script>`,
    )
    // A page without a pixel sends it as soon as the tracker has loaded.
    expect(edit(PAGE, { ...OPTIONS, isLate: true })).toContain(`></script><script>${sent}</script>`)
  })

  it('puts the tracker outside of a <noscript> before the first script', () => {
    const frame = '<noscript><iframe src="//www.googletagmanager.com/ns.html"></iframe></noscript>'
    const html = PAGE.replace('</title>', `</title>${frame}<script src="/a.js"></script>`)
    expect(edit(html, OPTIONS)).toContain(`${frame}<script defer src="/nord.js"></script><script`)
    expect(edit(html.replace('<script src="/a.js"></script>', ''), OPTIONS)).toContain(
      `<script defer src="/nord.js"></script>${frame}`,
    )
  })

  it('keeps other content of <noscript>', () => {
    const html = PAGE.replace(
      '</title>',
      '</title><noscript><img src="https://stats.example/tr?id=12345&ev=PageView"></noscript><noscript><style>p{}</style></noscript>',
    )
    expect(edit(html, OPTIONS)).toContain('ev=PageView"></noscript><noscript><style>')
  })

  it('adds nothing to a page whose page view another page sends, and removes its own', () => {
    const expected = BASE.replace(`      fbq('track', 'PageView');\n`, '').replace(
      / {4}<noscript>[\s\S]*<\/noscript>\n/,
      '',
    )
    expect(edit(BASE, { ...OPTIONS, isPart: true })).toBe(expected)
  })

  it.each([
    ['<base href="/kk/">', '<script defer src="/nord.js"></script>'],
    [
      '<base href="https://cdn.example/">',
      '<script defer src="https://nord.example/nord.js"></script>',
    ],
  ])('writes a URL that leads to the tracker after %s', (base, expected) => {
    expect(edit(PAGE.replace('<title>', `${base}<title>`), OPTIONS)).toContain(expected)
  })

  it.each(['nord.js', '../nord.js', 'https://nord.example/nord.js'])(
    'adds no second tracker to a page that loads %s',
    (src) => {
      const html = PAGE.replace('<title>', `<script defer src="${src}"></script><title>`)
      const url = `https://nord.example/${src.startsWith('..') ? 'a/b.html' : 'b.html'}`
      expect(edit(html, { ...OPTIONS, url }).match(/nord\.js/g)).toHaveLength(1)
    },
  )

  it('puts the tracker after data that is no script', () => {
    const html = PAGE.replace('</title>', '</title><script type="application/ld+json">{}</script>')
    expect(edit(html, OPTIONS)).toContain('{}</script><script defer')
  })

  it('completes no parts of a phone number', () => {
    const form = '<form><input type="tel"><input type="tel"><input name="email"></form>'
    expect(edit(PAGE.replace('<h1>', `${form}<h1>`), OPTIONS)).toContain(
      '<form data-track="Lead"><input type="tel"><input type="tel"><input autocomplete="email" name="email"></form>',
    )
  })

  it.each([
    ['an unknown element', '<htm>\n<html lang="en"><head><title>Nord</title>'],
    ['an empty head', '<html lang="en"><head></head><body><p>Nord</p>'],
    ['no head', '<p>Nord</p>'],
  ])('adds the tracker to a page with %s', (_, html) => {
    expect(edit(html, OPTIONS)).toContain('<script defer src="/nord.js"></script>')
  })

  it('only tracks the forms of a fragment', () => {
    const html = '<section><form><input type="tel" autocomplete="tel"></form></section>'
    expect(edit(html, { ...OPTIONS, isFragment: true })).toBe(
      html.replace('<form>', '<form data-track="Lead">'),
    )
  })

  it('tracks forms that ask for an email or a phone number as leads', () => {
    const html = PAGE.replace(
      '<h1>',
      '<form id="a"><input type="email"><input type=tel autocomplete="work tel"></form><form id="b"><input name="q"></form><form id="c" data-track="Subscribe"><input type="email"></form><h1>',
    )
    expect(edit(html, OPTIONS)).toContain(
      '<form data-track="Lead" id="a"><input autocomplete="email" type="email"><input type=tel autocomplete="work tel"></form><form id="b"><input name="q"></form><form id="c" data-track="Subscribe"><input type="email"></form>',
    )
  })

  describe('a form for the contacts of a parent and a student', () => {
    const read = (form: string) =>
      edit(`<title>Nord</title>${form}`.replace('<form>', '<form><input name="n">'), OPTIONS).match(
        /data-track|autocomplete="\w+" name="\w+"/g,
      )

    it.each([
      ["Parent's email", 'Student email'],
      ['Guardian e-mail address', "Your child's e-mail address"],
      ['E-Mail der Eltern', 'E-Mail der Schülerin'],
      ['E-Mail eines Erziehungsberechtigten', 'E-Mail des Kindes'],
      ["Email d'un parent", "Email de l'élève"],
      ['Correo del padre o tutor', 'Correo del alumno'],
      ['E-mail do responsável', 'E-mail da aluna'],
      ['Email del genitore', "Email dell'alunno"],
      ['E-mail ouder', 'E-mail leerling'],
      ['E-mail rodzica', 'E-mail ucznia'],
      ['E-mail rodiče', 'E-mail žáka'],
      ['Email părinte', 'Email elev'],
      ['Szülő e-mail címe', 'Tanuló e-mail címe'],
      ['Veli e-posta', 'Öğrenci e-posta'],
      ['Vårdnadshavarens e-post', 'Elevens e-post'],
      ['Email родителя', 'Email ученика'],
      ['Email мамы', 'Email ребёнка'],
      ['Email батьків', 'Email дитини'],
      ['E-mail на родителя', 'E-mail на ученика'],
      ['Email γονέα', 'Email μαθητή'],
      ['البريد الإلكتروني لولي الأمر', 'البريد الإلكتروني للطالب'],
      ['保護者のメールアドレス', '生徒のメールアドレス'],
      ['家长邮箱', '学生邮箱'],
      ['학부모 이메일', '학생 이메일'],
      ['Email phụ huynh', 'Email học sinh'],
      ['Email orang tua', 'Email siswa'],
    ])('marks the parent, not the student: %s, %s', (parent, student) => {
      const field = (label: string, name: string) =>
        `<label>${label} <input name="${name}" type="email"></label>`
      expect(read(`<form>${field(student, 'a')}${field(parent, 'b')}</form>`)).toEqual([
        'data-track',
        'autocomplete="email" name="b"',
      ])
      expect(read(`<form>${field(student, 'a')}${field('E-mail', 'b')}</form>`)).toEqual([
        'data-track',
        'autocomplete="email" name="b"',
      ])
      expect(read(`<form>${field('E-mail', 'a')}${field(parent, 'b')}</form>`)).toEqual([
        'data-track',
        'autocomplete="email" name="b"',
      ])
      expect(read(`<form>${field(student, 'a')}<input name="b" type="tel"></form>`)).toEqual([
        'data-track',
        'autocomplete="tel" name="b"',
      ])
      expect(read(`<form>${field(student, 'b')}</form>`)).toBeNull()
    })

    it('reads the headings above fields of the same kind', () => {
      const fields = (name: string) => `<input name="${name}" type="email">`
      const form = `<form><h3>Your child</h3>${fields('a')}<h3>Parent</h3>${fields('b')}</form>`
      expect(read(form)).toEqual(['data-track', 'autocomplete="email" name="b"'])
      expect(read(`<form><h3>Kids' camp</h3>${fields('a')}</form>`)).toEqual([
        'data-track',
        'autocomplete="email" name="a"',
      ])
    })

    it('marks neither of two parents', () => {
      const form = '<form><input name="mother_email"><input name="father_email"></form>'
      expect(read(form)).toEqual(['data-track'])
    })
  })
})

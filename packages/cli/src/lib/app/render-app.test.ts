import fc from 'fast-check'
import { toHtml } from 'hast-util-to-html'
import { describe, expect, it } from 'vitest'

import { renderApp } from './render-app.ts'

/** Returns what the last file shows. */
function render(files: Record<string, string>): string {
  const sources = Object.entries(files).map(([path, code]) => ({ path, code }))
  const { rendered } = renderApp(sources)
  const last = rendered.findLast(({ source }) => source === sources.at(-1))
  const html = last ? toHtml(last.tree) : ''
  return html
    .replaceAll(/\s*\n\s*/g, '')
    .replace(/^<body>|<\/body>$/g, '')
    .replaceAll('</body>', '')
}

const FILES = {
  'src/lib/site.ts':
    "export const SITE = { name: 'Nord', phone: '+48 600 123 456', links: ['a', 'b'] } as const\nexport default SITE",
  'src/data/school.json': '{ "city": "Kraków" }',
  'src/locales/pl.json': '{ "contact": { "title": "Kontakt" } }',
  'src/locales/en.json': '{ "contact": { "title": "Contact" } }',
  'src/components/ui/Card.tsx':
    "import * as React from 'react'\nexport const Card = React.forwardRef(({ className = 'card', ...props }, ref) => <div ref={ref} className={className} {...props} />)",
  'src/components/Title.tsx':
    'export default class Title extends React.Component { render() { return <h1>{this.props.text}</h1> } }',
}

describe('a component', () => {
  it.each([
    [
      "import { SITE } from '@/lib/site'",
      '<a href={`tel:${SITE.phone.replace(/\\s/g, "")}`}>{SITE.phone}</a>',
      '<a href="tel:+48600123456">+48 600 123 456</a>',
    ],
    [
      "import site from '../lib/site'",
      '<ul>{site.links.map((each) => <li>{each}</li>)}</ul>',
      '<ul><li>a</li><li>b</li></ul>',
    ],
    ["import school from '../data/school.json'", '<p>{school.city}</p>', '<p>Kraków</p>'],
    [
      "import { Card } from '../components/ui/Card'",
      '<Card>Nord</Card>',
      '<div class="card">Nord</div>',
    ],
    [
      "const Card = lazy(() => import('../components/ui/Card').then((m) => ({ default: m.Card })))",
      '<Card className="a" />',
      '<div class="a"></div>',
    ],
    [
      '',
      '<p>{isOpen && <b>a</b>}{isOpen ? "b" : "c"}{list.map((each) => <i>{each.name}</i>)}</p>',
      '<p><b>a</b>bc<i></i></p>',
    ],
    ["const t = useTranslations('contact')", '<h1>{t("title")}</h1>', '<h1>Contact</h1>'],
    [
      'const texts = { pl: { title: "Szkoła" } }',
      '<h1>{texts[language].title}</h1>',
      '<h1>Szkoła</h1>',
    ],
    [
      'const url = process.env.URL || "https://nord.example"',
      '<NavLink to={url}>Nord</NavLink>',
      '<a href="https://nord.example">Nord</a>',
    ],
    ['const Tree = () => <Tree />', '<Tree />', ''],
    ['const a = b, b = a', '<p>{a}</p>', '<p></p>'],
    ['const Tag = "a"', '<Tag href="/">Nord</Tag>', '<a href="/">Nord</a>'],
    [
      'const Layout = ({ title = "Nord", ...rest }) => <main {...rest}>{title}</main>',
      '<Layout id="a" />',
      '<main id="a">Nord</main>',
    ],
    [
      '',
      '<Route path="/" element={<p>Nord</p>} onClick={() => <b />} />',
      '<div path="/" data-component="Route"><p>Nord</p></div>',
    ],
  ])('shows %s %s', (code, markup, html) => {
    const page = `${code}\nexport default function Page() { return ${markup} }`
    expect(render({ ...FILES, 'src/pages/index.tsx': page })).toBe(html)
  })

  it.each([
    [
      'a.vue',
      '<script setup>\nconst phone = "+48 600"\n</script>\n<template><a :href="`tel:${phone}`">{{ phone }}</a></template>',
      '<div><a href="tel:+48 600">+48 600</a></div>',
    ],
    [
      'a.astro',
      '---\nconst { title } = Astro.props\nconst city = "Kraków"\n---\n<p title={title}>{city}</p><style>p { color: red }</style>',
      '<p title="">Kraków</p>',
    ],
    ['a.svelte', '<p class={a}>{b}</p>', '<p class=""></p>'],
  ])('shows the template of %s', (path, code, html) => {
    expect(render({ [path]: code })).toContain(html)
  })

  it('renders code that is broken, or that never ends, in a bounded time', () => {
    const token = fc.constantFrom(
      '<A>',
      '</A>',
      '<A />',
      '{',
      '}',
      'a',
      '=>',
      '(',
      ')',
      '[',
      ']',
      'const a = ',
      'export default ',
      '() => ',
      '.map(',
      '"',
      '`',
      '${',
      '\n',
      '{...a}',
      '? ',
      ': ',
      '&& ',
      'A',
    )
    const code = fc.array(token, { maxLength: 40 }).map((all) => all.join(''))
    fc.assert(
      fc.property(code, (text) => {
        const page = `export const A = () => <div><A>{${text}}</A><A /></div>`
        for (const each of [text, page]) render({ 'a.tsx': each, 'b.vue': each })
      }),
      { numRuns: 500 },
    )
    const deep = (depth: number): string =>
      `const f${depth} = () => <>{f${depth + 1}()}{f${depth + 1}()}</>`
    const all = Array.from({ length: 40 }, (_, index) => deep(index)).join('\n')
    expect(render({ 'a.tsx': `${all}\nexport default () => <p>{f0()}</p>` })).toBe('<p></p>')
  })
})

import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BENCH = dirname(import.meta.dirname)
const SERVER = fileURLToPath(new URL('../../examples/school-site/hosts/node', import.meta.url))
const FOLDERS = ['blog', 'programs', 'teachers', 'faq']
const SENTENCE = 'Physics lesson online: a teacher, a group, weekly practice and a grade exam. '

/** Writes pages of 12 KB each into an empty folder, with 20 links in a menu, a form and two scripts. */
export function writeSite(dir: string, count: number): void {
  const paths = Array.from({ length: count }, (_, index) =>
    index === 0 ? '/' : `/${FOLDERS[index % 4]}/page-${index}.html`,
  )
  for (const [index, path] of paths.entries()) {
    const file = join(dir, 'public', path.endsWith('/') ? 'index.html' : path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, renderPage(index, paths))
  }
  const pages = paths.map((path, index) => ({
    path,
    title: `Page ${index}`,
    description: `About topic ${index}.`,
  }))
  const school = { name: 'Nord', url: 'https://nord.example', language: 'en', tracker: 'nord' }
  writeFileSync(
    join(dir, 'school.config.ts'),
    `import { defineSchool } from '@conversion-capi/content'
export const site = { host: 'node', pixelId: '1234567890' }
export default defineSchool(${JSON.stringify({ ...school, pages })})
`,
  )
  cpSync(SERVER, dir, { recursive: true })
  symlinkSync(join(BENCH, 'node_modules'), join(dir, 'node_modules'))
}

function renderPage(index: number, paths: string[]): string {
  const link = (offset: number) => `<a href="${paths[(index + offset) % paths.length]}">A topic</a>`
  const times = (count: number, render: (each: number) => string) =>
    Array.from({ length: count }, (_, each) => render(each)).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Page ${index}</title>
<meta name="description" content="About topic ${index}.">
<script>window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments) }</script>
<script defer src="/nord.js"></script>
</head>
<body>
<nav><ul>${times(20, (each) => `<li>${link(each * 7)}</li>`)}</ul></nav>
<main><h1>Page ${index}</h1>
${times(12, (each) => `<section id="s${each}"><h2>Topic ${each}</h2>\n<p>${SENTENCE.repeat(10)} ${link(each * 31)}</p></section>`)}
<form data-track="Lead" action="/thanks" onsubmit="return false"><label>Email <input type="email" name="email" autocomplete="email"></label><button>Send</button></form>
</main>
<script>document.querySelector('nav').addEventListener('click', (event) => event.stopPropagation())</script>
</body>
</html>
`
}

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { withFolder } from '@conversion-capi/test-support'

import { type Effort, format, type Part, type Section, table, target } from '../lib/part.ts'

export const site: Part = {
  title: 'A site of many pages',
  summary: 'check, build, dev and visit for a site of many pages',
  peers: [],
  full: { rounds: 3 },
  quick: { rounds: 1 },
  run,
}

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))
const MEBIBYTE = 2 ** 20
const PAGES = 1560
/** Each with the same form, which is sent once. */
const VISITED_PAGES = 10

async function run({ rounds }: Effort): Promise<Section> {
  const [once, check, build, dev] = await withSite(PAGES, async (dir) => [
    await fastest(rounds, 'parse', dir),
    await fastest(rounds, 'check', dir),
    await fastest(1, 'build', dir),
    await fastest(1, 'dev', dir),
  ])
  const twice = await withSite(2 * PAGES, (dir) => fastest(rounds, 'check', dir))
  const visit = await withSite(VISITED_PAGES, (dir) => fastest(1, 'visit', dir))
  const rows: Record<string, Measured> = {
    'parse each page once': once!,
    '`check`': check!,
    '`check`, twice the pages': twice,
    '`build`': build!,
    [`\`visit\` of ${VISITED_PAGES} pages`]: visit,
  }
  return {
    effort: `the fastest of ${rounds} new processes`,
    blocks: [
      table(Object.entries(rows), {
        [`${format(PAGES)} pages`]: ([name]) => name,
        s: ([, { elapsedMs }]) => format(elapsedMs / 1000, 1),
        's of CPU': ([, { cpuMs }]) => format(cpuMs / 1000, 1),
        'memory, MiB': ([, { maxBytes }]) => format(maxBytes / MEBIBYTE),
      }),
    ],
    targets: [
      target('`check`, compared with one parse', [check!.cpuMs / once!.cpuMs], 'at most', 4),
      target('`check` of twice the pages', [twice.cpuMs / check!.cpuMs], 'at most', 2.2),
      target('Memory of `check`', [check!.maxBytes / MEBIBYTE], 'at most', 400, 'MiB', 0),
      target('`dev` serves the first page', [dev!.startMs! / 1000], 'at most', 5, 's'),
      target('`dev` serves a saved page', [dev!.savedMs! / 1000], 'at most', 0.3, 's'),
    ],
  }
}

interface Measured {
  elapsedMs: number
  cpuMs: number
  maxBytes: number
  startMs?: number
  savedMs?: number
}

function withSite<Result>(pages: number, measure: (dir: string) => Promise<Result>) {
  return withFolder((dir) => {
    writeSite(dir, pages)
    return measure(dir)
  })
}

async function fastest(rounds: number, job: string, dir: string): Promise<Measured> {
  const all: Measured[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, job, dir])
    all.push(JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Measured)
  }
  return all.toSorted((a, b) => a.cpuMs - b.cpuMs)[0]!
}

const BENCH = dirname(import.meta.dirname)
const SERVER = fileURLToPath(new URL('../../examples/school-site/hosts/node', import.meta.url))
const FOLDERS = ['blog', 'programs', 'teachers', 'faq']
const SENTENCE = 'Physics lesson online: a teacher, a group, weekly practice and a grade exam. '

/** Writes pages of 12 KB each into an empty folder, with 20 links in a menu, a form and two scripts. */
function writeSite(dir: string, count: number): void {
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

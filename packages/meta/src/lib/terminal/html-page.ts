import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'

import { CommandError } from './errors.ts'
import { type Streams, toLine } from './terminal.ts'
import { checkIsNew, writeAtomically } from './write-atomically.ts'

export interface HtmlPage {
  /** The command that writes it, which a later run of it may replace. */
  command: string
  title: string
  main: string
  /** What the command does, in HTML: completes "Made with …, which …". */
  source: string
}

function htmlMark(command: string): string {
  return `<meta name="generator" content="conversion-capi ${command}">`
}

export function renderHtmlPage({ command, title, main, source }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${htmlMark(command)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeLine(title)}</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>${escapeLine(title)}</h1>
${main}
</main>
<footer><p>Made with <code>conversion-capi ${command}</code>, which ${source}.</p></footer>
</body>
</html>
`
}

export function renderList(heading: string, items: string[]): string {
  if (items.length === 0) return ''
  return `<div class="box"><h3>${escapeLine(heading)}</h3>
<ul>${items.map((each) => `<li>${escapeLine(each)}</li>`).join('\n')}</ul></div>`
}

export function renderTable(label: string, head: string[], rows: string[][]): string {
  const body = rows.map((row) => {
    const [name, ...cells] = row.map(escapeLine)
    return `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeLine(label)}"><table>
<thead><tr>${head.map((each) => `<th scope="col">${each}</th>`).join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody>
</table></div>`
}

/** Escapes a string of a stranger, and shows its control characters. */
export function escapeLine(text: string): string {
  return escapeHtml(toLine(text))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!)
}

/** Returns the path in `--html`. No other file is replaced: it is missing, or an earlier page of the command. */
export async function findHtmlFile(
  { cwd }: Pick<Streams, 'cwd'>,
  html: string | undefined,
  command: string,
): Promise<string | undefined> {
  if (html === undefined) return undefined
  const path = resolve(cwd(), html)
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return undefined
    throw new CommandError(
      `The file ${path} cannot be read (${code}). Pass another file to --html.`,
    )
  })
  if (text === undefined) await checkIsNew(path, '--html')
  else if (!text.slice(0, 1024).includes(htmlMark(command))) {
    throw new CommandError(
      `The file ${path} exists and is not a page of ${command}. Pass another file to --html.`,
    )
  }
  return text === undefined ? path : realpath(path)
}

export async function writeHtmlFile(path: string, html: string): Promise<void> {
  const { mode } = await stat(path).catch(() => ({ mode: 0o666 }))
  await writeAtomically(path, html, '--html', mode & 0o777)
}

/** The styles of the pages that commands write, with the colors of the emulator's live page. */
const STYLES = `
:root {
  color-scheme: light dark;
  --page: #fafafc; --card: #fff; --text: #1c1c28; --muted: #5a5a6e; --line: #d9d9e3;
  --track: #e9e9f1; --key: #4b45c6; --browser: #6f3bb0; --server: #0a6a5b; --note: #edecfb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14141c; --card: #1d1d28; --text: #ececf4; --muted: #b0b0c3; --line: #3a3a4a;
    --track: #30303f; --key: #a9a5ff; --browser: #d3b3fb; --server: #7fdcc4; --note: #24264a;
  }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 3rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 }
h2 { font-size: 1.25rem; margin: 1rem 0 0 }
h3 { font-size: 1.0625rem; margin: 1.75rem 0 .5rem }
h4 { font-size: .875rem; font-weight: 600; color: var(--muted); margin: 1rem 0 .25rem }
p { margin: .25rem 0 }
.period, footer { color: var(--muted) }
.verdict { font-size: 1.25rem; font-weight: 600; line-height: 1.35; margin: .75rem 0 }
.facts { margin: .5rem 0; padding-left: 1.25rem }
section + section { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem }
.box { background: var(--note); border-radius: .5rem; padding: .75rem 1rem; margin-top: 1.25rem }
.box h3 { margin: 0 0 .25rem }
.box ul { margin: 0; padding-left: 1.25rem }
.box li + li { margin-top: .375rem }
article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; break-inside: avoid }
.events { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); align-items: start; margin-top: 1.75rem }
article h3 { margin: 0 0 .25rem }
dl { margin: 0 }
.row { display: grid; grid-template-columns: 11rem 1fr; align-items: center; padding: .25rem 0; break-inside: avoid }
.counts .row { border-bottom: 1px solid var(--line) }
dt { padding-right: .75rem }
dd { grid-column: 2; margin: 0 }
article .row { grid-template-columns: 9.5rem 1fr }
dd, .score { display: grid; grid-template-columns: 1fr 4.5rem; gap: .75rem; align-items: center; font-variant-numeric: tabular-nums }
.score { font-weight: 600; grid-template-columns: 1fr auto; white-space: nowrap }
article dd { grid-template-columns: 1fr 3.5rem }
.counts dd { grid-template-columns: 1fr 7.5rem }
.unit { color: var(--muted) }
svg { display: block; width: 100%; height: .625rem }
.track { fill: var(--track) }
.key .value { fill: var(--key) }
.browser .value { fill: var(--browser) }
.server .value { fill: var(--server) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); overflow-wrap: normal }
thead th { color: var(--muted); font-weight: 600; font-size: .875rem }
tbody th { font-weight: 600; min-width: 8.5rem; max-width: 16rem; overflow-wrap: anywhere }
main > .box { margin-top: 1.75rem }
footer { margin-top: 2.5rem; font-size: .875rem }
@media (max-width: 36rem) {
  .counts .row { grid-template-columns: 1fr }
  .counts dd { grid-column: 1 }
}
@media print {
  :root { --page: #fff; --card: #fff; --text: #000; --muted: #444; --note: #fff; --line: #999; --key: #4b45c6; --browser: #6f3bb0; --server: #0a6a5b; --track: #e9e9f1 }
  body { max-width: none; padding: 0 }
  .box { border: 1px solid var(--line) }
  svg { print-color-adjust: exact }
}
@media (forced-colors: active) {
  .track { fill: Canvas; stroke: CanvasText }
  .value { fill: CanvasText !important }
}
`

import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'

import { CommandError } from './errors.ts'
import { STYLES } from './html-styles.ts'
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

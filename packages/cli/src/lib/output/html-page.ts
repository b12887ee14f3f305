import { escapeHtml } from './escape-html.ts'
import { STYLES } from './html-styles.ts'
import { toLine } from './terminal.ts'

/** A page that a command writes with `--html`. */
export interface HtmlPage {
  /** The command that writes it, which a later run of it may replace. */
  command: string
  title: string
  /** HTML. */
  main: string
  /** What the command does, in HTML: completes "Made with …, which …". */
  source: string
}

/** Returns the element that marks a file as a page of a command. */
export function htmlMark(command: string): string {
  return `<meta name="generator" content="conversion-capi ${command}">`
}

/** Renders an HTML file that loads nothing. */
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

/** Renders sentences with a heading, or nothing if there are none. */
export function renderList(heading: string, items: string[]): string {
  if (items.length === 0) return ''
  return `<div class="box"><h3>${escapeLine(heading)}</h3>
<ul>${items.map((each) => `<li>${escapeLine(each)}</li>`).join('\n')}</ul></div>`
}

/** Escapes a string of a stranger, and shows its control characters. */
export function escapeLine(text: string): string {
  return escapeHtml(toLine(text))
}

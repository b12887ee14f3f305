import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** A source file of an app. `path` is relative to the project. */
export interface AppSource {
  path: string
  code: string
}

const SOURCES =
  '**/*.{astro,cjs,ejs,erb,haml,hbs,html,j2,js,jsx,liquid,mdx,mjs,mts,njk,php,pug,slim,svelte,ts,tsx,twig,vue}'
/** What is installed or built, and what only developers see. */
const NOT_SOURCES =
  /(?:^|[\\/])(?:node_modules|\.[^\\/]+|tests?|__tests__|cypress|e2e)$|^(?:dist|build|out|coverage|backend|server|supabase|examples)$/
const MAX_BYTES = 500_000

/** Reads the sources of an app, without tests, packages, output, and the file of its tracker. */
export async function readApp(root: string, tracker?: string): Promise<AppSource[]> {
  const sources: AppSource[] = []
  for await (const path of glob(SOURCES, {
    cwd: root,
    exclude: (each) => NOT_SOURCES.test(each),
  })) {
    if (/\.(?:test|spec|stories|d)\.\w+$/.test(path) || basename(path) === `${tracker}.js`) continue
    const code = await readFile(join(root, path), 'utf8').catch(() => '')
    if (code.length <= MAX_BYTES) sources.push({ path: path.replaceAll('\\', '/'), code })
  }
  return sources.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/**
 * Returns the markup of a component as HTML with the same lines, so that the rules for pages judge it: JSX without its
 * expressions, or the template of Vue, Svelte and Astro. Text between elements can be code.
 */
export function toHtml({ path, code }: AppSource): string {
  const isJsx = /\.[cm]?[jt]sx?$/.test(path)
  const markup = isJsx
    ? // Fields of form libraries: {...register('email')}
      code.replace(/\{\s*\.\.\.\w*[Rr]egister\(\s*(['"`])([\w.-]+)\1[^{}]*\)\s*\}/g, 'name="$2"')
    : code.replace(/^---\r?\n[^]*?\n---|<script\b[^]*?<\/script>/g, (each) =>
        each.replace(/[^\n]+/g, ''),
      )
  return (
    replaceExpressions(markup)
      // Of Rails, Jekyll, Laravel and Vue.
      .replaceAll(/<%[^]*?%>|\{\{[^]*?\}\}/g, (each) => each.replace(/[^\n]+/g, ''))
      .replaceAll('=>', '  ')
      .replaceAll(/\b(?:v-model(?:\.\w+)*|bind:value)=/g, 'name=')
      .replaceAll(/\bhtmlFor=/g, 'for=')
      .replaceAll(/\bclassName=/g, 'class=')
      // What is in a template is not in the document. Form libraries have a Form around the <form>.
      .replaceAll(
        /<form\b/.test(markup) ? /<(\/?)(?:template|Form)\b/g : /<(\/?)template\b/g,
        '<$1div',
      )
      // For HTML, all that follows would be inside.
      .replaceAll(/<(textarea|select|iframe|title|script|style)\b([^<>]*)\/>/gi, '<$1$2></$1>')
  )
}

/** Replaces the expressions of attributes, such as `={(event) => send(event)}`, with their text if they are one. */
function replaceExpressions(code: string): string {
  let html = ''
  let from = 0
  for (;;) {
    const start = code.indexOf('={', from)
    if (start === -1) return html + code.slice(from)
    const end = skipExpression(code, start + 1)
    // A brace in a string or a comment.
    if (end > code.length) return html + code.slice(from)
    const expression = code.slice(start + 2, end - 1)
    const [, , text = ''] = /^\s*(['"`])([^'"`<>]*)\1\s*$/.exec(expression) ?? []
    html += `${code.slice(from, start)}="${text}"${expression.replaceAll(/[^\n]+/g, '')}`
    from = end
  }
}

/** Returns the position after the expression that starts with the brace at `start`. */
export function skipExpression(code: string, start: number): number {
  let end = start
  for (let depth = 0; end < code.length; end += 1) {
    if (code[end] === '{') depth += 1
    else if (code[end] === '}' && (depth -= 1) === 0) break
  }
  return end + 1
}

/** Where the document of each framework and generator begins. */
const SHELL =
  /^(?:src\/)?(?:app\.html|app\/(?:\[\w+\]\/|\([\w-]+\)\/)?layout\.[jt]sx?|app\/root\.[jt]sx|pages\/_document\.[jt]sx?|routes\/__root\.[jt]sx)$|^(?:public\/|src\/)?index\.html$|^src\/layouts\/[^/]+\.astro$|^app\/views\/layouts\/application\.|^resources\/views\/layouts\/app\.|^_layouts\/default\.|^layouts\/_default\/baseof\./
/** A component around every page, to which a layout leaves the document. */
const DOCUMENT = /<html\b[^]*(?:\{\s*(?:props\.)?children\s*\}|<slot\b)/
/** What states the school's name: constants, and what is at the head and the foot of each page. */
const NAMED =
  /(?:header|footer|nav(?:bar)?|logo|hero|seo\w*|site(?:config)?|metadata|constants)\.\w+$/i

/** Returns the file with the document's <head>, if there is one. */
export function findShell(sources: AppSource[]): AppSource | undefined {
  const shells = sources.filter(({ path }) => SHELL.test(path))
  return (
    shells.find(({ code }) => /<html\b|<head\b/i.test(code)) ??
    sources.find(({ path, code }) => /layout|document/i.test(path) && DOCUMENT.test(code)) ??
    shells[0]
  )
}

/** Returns what an app states about the school as a page: its document, its metadata, and the text of its head and foot. */
export function renderShell(sources: AppSource[]): { path: string; html: string } | undefined {
  const shell = findShell(sources)
  if (!shell) return undefined
  const { path, code } = shell
  const named = sources.filter((each) => NAMED.test(each.path))
  const codes = [code, ...named.map((each) => each.code)]
  const read = (key: string): string =>
    codes.flatMap(
      (text) => RegExp(`\\b${key}:\\s*(['"\`])([^'"\`{}$<>]{2,100})\\1`).exec(text)?.[2] ?? [],
    )[0] ?? ''
  const isHtml = path.endsWith('.html')
  const title = isHtml ? '' : read('title') || read('default')
  const siteName = read('siteName')
  const head = [
    title && `<title>${title}</title>`,
    siteName && `<meta property="og:site_name" content="${siteName}">`,
  ].join('')
  const html = isHtml
    ? code
    : toHtml(shell)
        // Text before the element would begin the document.
        .replace(/^[^]*?(?=<html\b)/, (before) => before.replaceAll(/[^\n]+/g, ''))
        .replace(/<html\b[^<>]*>|$/, (tag) => `${tag}${head}`)
  const stated = [html, ...named.map(toHtml)].join('\n')
  // The expression of a title is no title.
  return { path, html: stated.replaceAll(/<title>[^<]*[{}][^<]*<\/title>/g, '') }
}

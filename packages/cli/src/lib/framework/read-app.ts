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

/** A field of a form library, whose options can have objects and patterns: {...register('email', { pattern: /\d{9}/ })} */
const REGISTER =
  /\{\s*\.\.\.\w*[Rr]egister\(\s*(['"`])([\w.-]+)\1(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\)\s*\}/g

/**
 * Returns the markup of a component as HTML with the same lines, so that the rules for pages judge it: JSX without its
 * expressions, or the template of Vue, Svelte and Astro. Text between elements can be code.
 */
export function toHtml({ path, code }: AppSource): string {
  const isJsx = /\.[cm]?[jt]sx?$/.test(path)
  const markup = isJsx
    ? code.replace(REGISTER, 'name="$2"')
    : code.replace(/^---\r?\n[^]*?\n---|<script\b[^]*?<\/script>/g, (each) =>
        each.replace(/[^\n]+/g, ''),
      )
  return (
    renameForms(replaceExpressions(markup, code))
      // Of Rails, Jekyll, Laravel and Vue.
      .replaceAll(/<%[^]*?%>|\{\{[^]*?\}\}/g, (each) => each.replace(/[^\n]+/g, ''))
      .replaceAll('=>', '  ')
      .replaceAll(/\b(?:v-model(?:\.\w+)*|bind:value)=/g, 'name=')
      .replaceAll(/\bhtmlFor=/g, 'for=')
      .replaceAll(/\bclassName=/g, 'class=')
      // Of component libraries: <TextField label="Email" />
      .replaceAll(/<\w*(?:Field|Input)\b/g, '<input')
      .replaceAll(/\slabel=/g, ' aria-label=')
      // What is in a template is not in the document. Form libraries have a Form around the <form>.
      .replaceAll(
        /<form\b/.test(markup) ? /<(\/?)(?:template|Form)\b/g : /<(\/?)template\b/g,
        '<$1div',
      )
      // For HTML, all that follows would be inside.
      .replaceAll(/<(textarea|select|iframe|title|script|style)\b([^<>]*)\/>/gi, '<$1$2></$1>')
  )
}

/** Replaces the expressions of attributes, such as `={(event) => send(event)}`, with what they say about the attribute. */
function replaceExpressions(markup: string, code: string): string {
  let html = ''
  let from = 0
  for (;;) {
    const start = markup.indexOf('={', from)
    if (start === -1) return html + markup.slice(from)
    const end = skipExpression(markup, start + 1)
    // A brace in a string or a comment.
    if (end > markup.length) return html + markup.slice(from)
    const expression = markup.slice(start + 2, end - 1)
    const before = markup.slice(from, start)
    html += `${before}="${readExpression(before, expression, code)}"${expression.replaceAll(/[^\n]+/g, '')}`
    from = end
  }
}

/** Returns the text of an expression, the type of a field whose expression decides it, or what a field's value names. */
function readExpression(before: string, expression: string, code: string): string {
  const [, , text = ''] = /^\s*(['"`])([^'"`<>]*)\1\s*$/.exec(expression) ?? []
  if (/\stype$/.test(before)) {
    const isListed = /\.type\s*$/.test(expression) && /\btype:\s*['"]email['"]/.test(code)
    return isListed ? 'email' : /['"]password['"]/.test(expression) ? 'password' : text
  }
  const [, name] = (/\svalue$/.test(before) && /^\s*(?:\w+\.)*(\w+)\s*$/.exec(expression)) || []
  return name ? `" title="${name}` : text
}

/** Renames components that are a <form>: `<Stack component="form">` and `<motion.form>`. */
function renameForms(markup: string): string {
  const html = markup.replaceAll(/<(\/?)motion\.form\b/g, '<$1form')
  const tag = /<([A-Z]\w*)(?=\s[^<]*?\s?(?:component|as)="form")/.exec(html)
  if (!tag) return html
  const [{ length }, name] = tag as unknown as [string, string]
  const rest = html.slice(tag.index + length)
  let depth = 1
  const closed = rest.replaceAll(
    RegExp(`<(/?)${name}\\b(?![^<>]*/>)`, 'g'),
    (each, slash: string) => {
      depth += slash ? -1 : 1
      if (depth !== 0) return each
      // The others stay.
      depth = Infinity
      return '</form'
    },
  )
  return `${html.slice(0, tag.index)}<form${renameForms(closed.replace(/\s(?:component|as)="form"/, ''))}`
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

/** Returns the file with the document's <head>, if there is one. */
export function findShell(sources: AppSource[]): AppSource | undefined {
  const shells = sources.filter(({ path }) => SHELL.test(path))
  return (
    shells.find(({ code }) => /<html\b|<head\b/i.test(code)) ??
    sources.find(({ path, code }) => /layout|document/i.test(path) && DOCUMENT.test(code)) ??
    shells[0]
  )
}

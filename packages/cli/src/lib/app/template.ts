import type { Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { evaluate, type Scope } from '../site/script/static-value.ts'
import { parseExpression } from './parse-source.ts'
import { type AppSource, skipExpression } from './read-app.ts'

/**
 * Renders the template of Vue, Svelte, Astro, Angular or a server as HTML with the same lines. Expressions have their
 * values if these can be known. Loops and conditions are rendered once.
 */
export function renderTemplate({ path, code }: AppSource, scope: Scope): Root {
  const read = (expression: string): string => {
    const value = /^[^<>;]+$/.test(expression)
      ? evaluate(parseExpression(expression), scope)
      : undefined
    return /^(?:string|number)$/.test(typeof value) ? String(value) : ''
  }
  const isVue = path.endsWith('.vue')
  const markup = code.replace(
    /^---\r?\n[^]*?\n---|<script\b(?![^>]*\bld\+json)[^]*?<\/script>|(?<=<style\b[^>]*>)[^]*?(?=<\/style>)/g,
    blank,
  )
  const html = replaceExpressions(markup, read)
    // Of Rails, Jekyll, Laravel and Vue.
    .replaceAll(
      /<%[^]*?%>|\{\{([^]*?)\}\}/g,
      (each, expression: string = '') => read(expression) || blank(each),
    )
    .replaceAll(/\s:([\w-]+)="([^"]*)"/g, (each, name: string, expression: string) => {
      const value = isVue ? read(expression) : ''
      return value ? ` ${name}="${value.replaceAll('"', '&quot;')}"` : each
    })
    .replaceAll(
      /\{([^{}<>]*)\}/g,
      (each, expression: string) => read(expression) || (isCode(path) ? blank(each) : each),
    )
    .replaceAll('=>', '  ')
    .replaceAll(/\b(?:v-model(?:\.\w+)*|bind:value)=/g, 'name=')
    // Of component libraries: <TextField label="Email" />
    .replaceAll(/<\w*(?:Field|Input)\b/g, '<input')
    .replaceAll(/\slabel=/g, ' aria-label=')
    .replaceAll(/<(\/?)(?:Nuxt|Router)-?Link\b/gi, '<$1a')
    .replaceAll(/\sto="/g, ' href="')
    // What is in a template is not in the document. Form libraries have a Form around the <form>.
    .replaceAll(
      /<form\b/.test(markup) ? /<(\/?)(?:template|Form)\b/g : /<(\/?)template\b/g,
      '<$1div',
    )
    // For HTML, all that follows would be inside.
    .replaceAll(/<(textarea|select|iframe|title|script|style)\b([^<>]*)\/>/gi, '<$1$2></$1>')
  return fromHtml(html)
}

/** Returns whether braces in the text of a template are expressions. */
function isCode(path: string): boolean {
  return /\.(?:astro|svelte)$/.test(path)
}

function blank(code: string): string {
  return code.replaceAll(/[^\n]+/g, '')
}

/** Replaces the expressions of attributes, such as `={(event) => send(event)}`, with what they say about the attribute. */
function replaceExpressions(markup: string, read: (expression: string) => string): string {
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
    html += `${before}="${readExpression(before, expression, read)}"${blank(expression)}`
    from = end
  }
}

/** Returns the text of an expression, the type of a field whose expression decides it, or what a field's value names. */
function readExpression(
  before: string,
  expression: string,
  read: (expression: string) => string,
): string {
  const [, , text = ''] = /^\s*(['"`])([^'"`<>]*)\1\s*$/.exec(expression) ?? []
  if (/\stype$/.test(before) && /['"]password['"]/.test(expression)) return 'password'
  const [, name] = (/\svalue$/.test(before) && /^\s*(?:\w+\.)*(\w+)\s*$/.exec(expression)) || []
  return name ? `" title="${name}` : text || read(expression).replaceAll('"', '&quot;')
}

import { tryCall } from '@conversion-capi/meta/terminal'
import { parseExpressionAt } from 'acorn'

import { OTHERS } from '../check/check-app.ts'
import { type AppSource, findShell, toHtml } from '../framework/read-app.ts'
import { evaluate, toJson } from '../site/script/static-value.ts'
import { ORGANIZATION } from '../site/read-linked-facts.ts'

/** What states the metadata of all pages. */
const METADATA = /(?:layout|seo|site|meta|config|constants)[^/]*$/i
/** The same, and what is at the head and the foot of each page. */
const NAMED =
  /(?:layout|seo|site|meta|config|constants|header|footer|nav|logo|hero|contact|content|info|home|index)[^/]*$/i
const TYPE = RegExp(`(['"]?)@type\\1\\s*:\\s*(['"])\\w*${ORGANIZATION.source.replace('$', '')}\\2`)
const EMAIL =
  /(?<![\w.+-])[\w.+-]+@(?!(?:example|e?mail|correo|domain)\.|\d+x\.)[\w-]+(?:\.[a-z]{2,})+\b/gi
/** Not the placeholders of templates. */
const PHONE = /\+[1-9](?!\d*1234567|[\d ().-]*000[ ().-]*000\b)(?:[ ().-]*\d){7,14}/g
const PLACEHOLDER = /placeholder=\S*?(['"`])[^]*?\1/g
const PROFILE =
  /https:\/\/(?:(?:www|m|[a-z]{2}(?:-[a-z]{2})?)\.)?(?:(?:facebook|instagram|linkedin|tiktok|twitter|vk|x|youtube)\.com|t\.me)\/(?!(?:dialog|embed|intent|login|plugins|share|sharer|tr|watch)\b)[\w@./?=-]{3,}/g

/**
 * Returns what an app states about the school as a page: its document, its metadata and constants, and the text of its
 * head and foot. The contacts are those that it states most often.
 */
export function renderShell(all: AppSource[]): { path: string; html: string } | undefined {
  // What shows the header and the footer is in `ui`, too.
  const sources = all.filter((each) => !OTHERS.test(each.path.replace('/ui/', '/')))
  const shell = findShell(sources)
  const named = sources.filter((each) => each !== shell && NAMED.test(each.path))
  const first = shell ?? named.find((each) => METADATA.test(each.path)) ?? named[0]
  if (!first) return undefined
  const { path, code } = first
  const stating = [
    code,
    ...named.filter((each) => METADATA.test(each.path)).map((each) => each.code),
  ]
  const read = (key: string): string =>
    stating
      .map((text) =>
        RegExp(
          `\\b(?:${key})(?:\\??:|\\s+=\\s|['"],\\s*content:)[^'"\`\\n,;]*\\n?\\s*(['"\`])((?:(?!\\1)[^\\\\{}$<>\\n]|\\\\.){2,600})\\1`,
        )
          .exec(text)?.[2]
          ?.replaceAll(/\\(.)/g, '$1'),
      )
      .find((value) => value !== undefined) ?? ''
  const isHtml = path.endsWith('.html')
  const head = [
    ['title', isHtml ? '' : read('title') || read('default')],
    ['og:site_name', read('siteName|SITE_NAME|schoolName')],
    ['og:locale', read('locale|defaultLocale|lang')],
    ['og:url', read('metadataBase|siteUrl|SITE_URL')],
    ['description', isHtml ? '' : read('description')],
  ].map(
    ([name, value]) =>
      value &&
      (name === 'title'
        ? `<title>${value}</title>`
        : `<meta name="${name}" content="${value.replaceAll('"', '&quot;')}">`),
  )
  const find = (pattern: RegExp): string[] =>
    [first, ...named].flatMap((each) => each.code.replaceAll(PLACEHOLDER, '').match(pattern) ?? [])
  const stated = sources.map((each) => readLinked(each.code)).find((each) => each !== undefined)
  const linked = {
    '@type': 'Organization',
    email: mostFrequent(find(EMAIL)),
    telephone: mostFrequent(find(PHONE).map((each) => each.replaceAll(/[^+\d]/g, ''))),
    ...stated,
    sameAs: [stated?.['sameAs'] ?? [], find(PROFILE)].flat(),
  }
  const html = isHtml
    ? code
    : toHtml(first)
        // Text before the element would begin the document.
        .replace(/^[^]*?(?=<html\b)/, (before) => before.replaceAll(/[^\n]+/g, ''))
        .replace(/<html\b[^<>]*>|$/, (tag) => tag + head.join(''))
  const script = `<script type="application/ld+json">${JSON.stringify(linked)}</script>`
  const page = [html, script, ...named.map(toHtml)].join('\n')
  // The expression of a title is no title.
  return { path, html: page.replaceAll(/<title>[^<]*[{}][^<]*<\/title>/g, '') }
}

function mostFrequent(values: string[]): string | undefined {
  const counts = [...Map.groupBy(values, (value) => value.toLowerCase())]
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** Returns the organization that code states as JSON-LD, without what is known only when it runs. */
function readLinked(code: string): Record<string, unknown> | undefined {
  const at = code.search(TYPE)
  if (at === -1) return undefined
  const options = { ecmaVersion: 'latest', sourceType: 'module' } as const
  const node = tryCall(() => parseExpressionAt(code, code.lastIndexOf('{', at), options))
  if (node?.type !== 'ObjectExpression') return undefined
  const json = JSON.stringify(toJson(evaluate(node, new Map())), (_, each: unknown) =>
    each === '…' ? undefined : each,
  )
  return JSON.parse(json) as Record<string, unknown>
}

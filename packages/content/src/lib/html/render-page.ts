import type { ElementContent, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'

import { absoluteUrl } from '../url.ts'
import { labelsOf } from '../school/labels.ts'
import type { Labels } from '../school/labels/english.ts'
import { renderedPaths } from '../rendered-paths.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
import { PAGE_STYLE } from './page-style.ts'

export interface HtmlPage {
  path: string
  /** The title of the page. `<title>` also contains the name of the school. */
  title: string
  description: string
  language?: string
  /** Omits the canonical URL and adds `noindex`, for a page that is served at other URLs than its own. */
  isShell?: boolean
  /** Additional elements in the `<head>`, such as alternate links and JSON-LD. */
  head?: ElementContent[]
  main: ElementContent[]
}

/**
 * Renders an HTML page that is readable without JavaScript and loads no other file.
 *
 * Texts are escaped, except inside `<script>` elements: use {@link toScriptJson} for values there.
 */
export function renderPage(school: School, page: HtmlPage): string {
  const { language = school.language } = page
  const labels = labelsOf(language === school.language ? school : { language })
  const html = h('html', { lang: language, dir: textDirection(language) }, [
    ...onLines(
      h('head', onLines(...metadata(school, page), ...(page.head ?? []))),
      h(
        'body',
        onLines(
          h('a', { className: 'skip', href: '#main' }, labels.skip),
          h('header', [
            homeLink(school, language),
            ...(page.isShell ? [] : llmsTxtPointer(school)),
          ]),
          h('main', { id: 'main' }, onLines(...page.main)),
          h('footer', fileLinks(school, labels)),
        ),
      ),
    ),
  ])
  const root: Root = { type: 'root', children: [{ type: 'doctype' }, html] }
  return `${toHtml(root, { upperDoctype: true })}\n`
}

function metadata(school: School, page: HtmlPage): ElementContent[] {
  const { path, title, description } = page
  return [
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', `${title} · ${school.name}`),
    h('meta', { name: 'description', content: description }),
    ...(page.isShell
      ? [h('meta', { name: 'robots', content: 'noindex' })]
      : [h('link', { rel: 'canonical', href: absoluteUrl(school, path) })]),
    ...llmsTxtLink(school),
    // Without an icon link, browsers request /favicon.ico.
    h('link', { rel: 'icon', href: 'data:,' }),
    h('style', PAGE_STYLE),
  ]
}

export function llmsTxtLink(
  school: School,
  exists = renderedPaths(school).has(PATHS.llmsTxt),
): ElementContent[] {
  if (!exists) return []
  const href = absoluteUrl(school, PATHS.llmsTxt)
  return [h('link', { rel: 'describedby', type: 'text/plain', href })]
}

/** Agents that read only the beginning of the body find /llms.txt too. */
function llmsTxtPointer(school: School): ElementContent[] {
  if (!renderedPaths(school).has(PATHS.llmsTxt)) return []
  const link = h('a', { href: absoluteUrl(school, PATHS.llmsTxt) }, 'llms.txt')
  return [{ type: 'text', value: ' · ' }, link]
}

function homeLink(school: School, language: string): ElementContent {
  const { name, language: lang } = school
  const isForeign = language !== lang
  const attributes = isForeign && { lang, dir: textDirection(lang) }
  return h('a', { href: absoluteUrl(school, '/'), ...attributes }, name)
}

function fileLinks(school: School, labels: Labels): ElementContent[] {
  const links = [
    [PATHS.forLlm, labels.facts],
    [PATHS.apiHtml, labels.apiDocumentation],
    ...FILES.map((path) => [path, path.split('/').at(-1)!] as const),
  ] as const
  const rendered = renderedPaths(school)
  const items = links
    .filter(([path]) => rendered.has(path))
    .map(([path, text]) => h('li', [h('a', { href: absoluteUrl(school, path) }, text)]))
  return [
    h('p', { id: 'machine-readable' }, labels.machineReadable),
    h('nav', { ariaLabelledBy: 'machine-readable' }, [h('ul', onLines(...items))]),
  ]
}

const FILES = [
  PATHS.llmsTxt,
  PATHS.llmsFullTxt,
  PATHS.openapi,
  PATHS.apiCatalog,
  PATHS.authMd,
  PATHS.sitemap,
  PATHS.robotsTxt,
]

/** Puts each block on a separate line of the source. The white space is not rendered. */
function onLines(...blocks: ElementContent[]): ElementContent[] {
  return blocks.flatMap((block) => [{ type: 'text', value: '\n' }, block])
}

/** Returns the writing direction of a language, by its script. Node 22 has a property instead of the method. */
export function textDirection(language: string): 'ltr' | 'rtl' {
  const locale = new Intl.Locale(language) as TextLocale
  return (locale.getTextInfo?.() ?? locale.textInfo).direction
}

type TextInfo = { direction: 'ltr' | 'rtl' }
type TextLocale = Intl.Locale & { getTextInfo?: () => TextInfo; textInfo: TextInfo }

/** Serializes a value to JSON that cannot end a `<script>` element or start an HTML comment inside it. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

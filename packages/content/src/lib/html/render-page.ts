import type { ElementContent, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'

import { absoluteUrl } from '../url.ts'
import { type Labels, labelsOf } from '../labels.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { direction } from './direction.ts'
import { PAGE_STYLE } from './page-style.ts'

export interface HtmlPage {
  /** Where it is served; begins with a slash. */
  path: string
  /** What the tab and a search result say; written as it is. */
  title: string
  /** One or two sentences. */
  description: string
  /** Of its texts. Default: the school's. */
  language?: string
  /** Served for other addresses than its own: it has no canonical one, and no index should list it. */
  isShell?: boolean
  /** Further metadata: links to other forms of the page, JSON-LD. */
  head?: ElementContent[]
  /** Begins with the page's one `h1`. */
  main: ElementContent[]
}

/**
 * An HTML page of the school: complete, readable without JavaScript, and asking for no other file.
 *
 * Texts are escaped, except inside scripts: what stands there is made by `toScriptJson`.
 */
export function renderPage(school: School, page: HtmlPage): string {
  const { language = school.language } = page
  const labels = labelsOf(language === school.language ? school : { language })
  const html = h('html', { lang: language, dir: direction(language) }, [
    ...onLines(
      h('head', onLines(...metadata(school, page), ...(page.head ?? []))),
      h(
        'body',
        onLines(
          h('a', { className: 'skip', href: '#main' }, labels.skip),
          h('header', [home(school, language)]),
          h('main', { id: 'main' }, onLines(...page.main)),
          h('footer', machineReadable(school, labels)),
        ),
      ),
    ),
  ])
  const root: Root = { type: 'root', children: [{ type: 'doctype' }, html] }
  return `${toHtml(root, { upperDoctype: true })}\n`
}

function metadata(school: School, page: HtmlPage): ElementContent[] {
  const { path, title, description, language = school.language } = page
  const url = absoluteUrl(school, path)
  return [
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', title),
    h('meta', { name: 'description', content: description }),
    ...(page.isShell
      ? [h('meta', { name: 'robots', content: 'noindex' })]
      : [h('link', { rel: 'canonical', href: url }), og('url', url)]),
    og('type', 'website'),
    og('title', title),
    og('description', description),
    og('site_name', school.name),
    og('locale', toOgLocale(language)),
    h('link', { rel: 'describedby', type: 'text/plain', href: absoluteUrl(school, PATHS.llmsTxt) }),
    // Without any, browsers ask for /favicon.ico.
    h('link', { rel: 'icon', href: 'data:,' }),
    h('style', PAGE_STYLE),
  ]
}

function og(name: string, content: string): ElementContent {
  return h('meta', { property: `og:${name}`, content })
}

/** The Open Graph protocol wants language and territory: `pt_PT`. */
function toOgLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize()
  return region ? `${language}_${region}` : language
}

function home(school: School, language: string): ElementContent {
  const isForeign = language !== school.language
  return h(
    'a',
    {
      href: absoluteUrl(school, '/'),
      ...(isForeign && { lang: school.language, dir: direction(school.language) }),
    },
    school.name,
  )
}

function machineReadable(school: School, labels: Labels): ElementContent[] {
  const links = [
    [PATHS.forLlm, labels.facts],
    [PATHS.apiHtml, labels.apiDocumentation],
    ...FILES.map((path) => [path, path.split('/').at(-1)!] as const),
  ] as const
  const items = links.map(([path, text]) =>
    h('li', [h('a', { href: absoluteUrl(school, path) }, text)]),
  )
  return [
    h('p', { id: 'for-machines' }, labels.machineReadable),
    h('nav', { ariaLabelledBy: 'for-machines' }, [h('ul', onLines(...items))]),
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

/** White space between blocks shows nowhere, and makes the source readable. */
function onLines(...blocks: ElementContent[]): ElementContent[] {
  return blocks.flatMap((block) => [{ type: 'text', value: '\n' }, block])
}

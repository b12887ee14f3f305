import { checkNames } from '@conversion-capi/core/protocol'
import type { ElementContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'

import { pageJsonLd } from '../facts/json-ld.ts'
import { sitePath } from '../school/fields.ts'
import type { School } from '../school/school-schema.ts'
import { absoluteUrl } from '../url.ts'
import { llmsTxtLink, toScriptJson } from './render-page.ts'

/** Options of {@link renderHead}. */
export interface RenderHeadOptions {
  /** Path of the Markdown version of the page: `/index.md`. @default none */
  markdown?: string
  /** Whether the site has an `/llms.txt`. @default whether {@link renderResources} renders one */
  llmsTxt?: boolean
}

/**
 * Renders elements for the `<head>` of a handwritten page: the canonical URL, the language variants, the Markdown
 * version, a link to `/llms.txt`, and JSON-LD.
 *
 * The JSON-LD describes the programs and teachers whose `path` is the page, and the school. Pages without any have
 * no JSON-LD, except the home page.
 *
 * @param path The path of the page, one of `pages` or their variants.
 * @returns HTML, one element per line.
 * @throws {TypeError} If the page is not listed, or if an option is unknown or unusable.
 */
export function renderHead(school: School, path: string, options: RenderHeadOptions = {}): string {
  checkNames(options, ['markdown', 'llmsTxt'])
  const { markdown, llmsTxt } = options
  if (markdown !== undefined && !sitePath().safeParse(markdown).success) {
    throw new TypeError('markdown must be a path on this site. Write a path such as "/index.md".')
  }
  const url = absoluteUrl(school, path)
  const variants = findVariants(school, url)
  const graph = pageJsonLd(school, path)
  const isPrivate = school.programs?.some(
    (program) => program.private && program.path && absoluteUrl(school, program.path) === url,
  )
  const elements: ElementContent[] = [
    h('link', { rel: 'canonical', href: url }),
    ...(variants.length > 2 ? variants : []).map(([hrefLang, href]) =>
      h('link', { rel: 'alternate', hrefLang, href }),
    ),
    ...(markdown === undefined ? [] : [markdownLink(absoluteUrl(school, markdown))]),
    ...llmsTxtLink(school, llmsTxt),
    // With a private program, the tracker's option `program` adds nothing to the page's events.
    ...(isPrivate ? [h('meta', { name: 'program', content: 'private' })] : []),
    ...(graph ? [h('script', { type: 'application/ld+json' }, toScriptJson(graph))] : []),
  ]
  return elements.map((element) => `${toHtml(element)}\n`).join('')
}

function markdownLink(href: string): ElementContent {
  return h('link', { rel: 'alternate', type: 'text/markdown', href })
}

type Variants = [language: string, url: string][]

function findVariants(school: School, url: string): Variants {
  const index = VARIANTS.get(school) ?? indexVariants(school)
  VARIANTS.set(school, index)
  const variants = index.get(url)
  if (variants) return variants
  const path = url.slice(school.url.length)
  throw new TypeError(`pages has no "${path}". Add the page to the description of the school.`)
}

/** A head is rendered for each page: without an index, the time would grow with the square of their number. */
const VARIANTS = new WeakMap<School, Map<string, Variants>>()

function indexVariants(school: School): Map<string, Variants> {
  const index = new Map<string, Variants>()
  for (const { path, language = school.language, variants } of school.pages) {
    // A variant in the page's own language is allowed: the page itself may be a language selector.
    const paths = { ...(variants?.[language] === undefined && { [language]: path }), ...variants }
    const url = absoluteUrl(school, path)
    const urls = Object.entries({ ...paths, 'x-default': path }).map(
      ([language, path]): [string, string] => [language, absoluteUrl(school, path)],
    )
    for (const each of [url, ...urls.map(([, href]) => href)]) {
      if (!index.has(each)) index.set(each, urls)
    }
  }
  return index
}

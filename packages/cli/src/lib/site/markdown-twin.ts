import type { Resource, School } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import type { Element, Parents } from 'hast'
import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'

import { resolveUrl } from './elements.ts'
import { flattenTables } from './flatten-tables.ts'

/** The Markdown version of a handwritten page. */
export interface MarkdownTwin extends ServedResource {
  body: string
  page: string
  title: string
  /** The meta description of the page, or its title. */
  description: string
}

/**
 * Converts the main content of a page to Markdown: `<main>`, or the body without its header, navigation and footer.
 * Forms, scripts and drawings are left out, and links are absolute. Changes the elements.
 */
export function toPageMarkdown(elements: Element[], url: string): string {
  const find = (tag: string): Element | undefined => elements.find(({ tagName }) => tagName === tag)
  const main = find('main')
  const content = main ?? find('body')!
  const isRemoved = (tag: string): boolean =>
    NO_CONTENT.test(tag) || (!main && /^(?:header|footer)$/.test(tag))
  clean(content, isRemoved, (href) => resolveUrl(elements, url, href))
  flattenTables(content)
  return toMarkdown(toMdast({ type: 'root', children: content.children }), {
    bullet: '-',
    extensions: [gfmToMarkdown()],
  })
}

/**
 * Returns the Markdown version of a page. The page is parsed when the body or the title is first read.
 *
 * @param hasLlmsTxt Whether the site has an `/llms.txt`, which the Markdown links to.
 */
export function markdownTwin(
  file: { path: string; readonly page?: { title: string; description: string; markdown?: string } },
  school: Pick<School, 'url'>,
  hasLlmsTxt: boolean,
): MarkdownTwin {
  const { path } = file
  const llmsTxt = `${school.url}/llms.txt`
  const describedBy = hasLlmsTxt ? [`<${llmsTxt}>; rel="describedby"; type="text/plain"`] : []
  // Many agents do not see headers.
  const pointer = hasLlmsTxt ? `> [llms.txt](${llmsTxt})\n\n` : ''
  return {
    path: markdownPath(path),
    contentType: 'text/markdown; charset=utf-8',
    headers: {
      Link: [`<${school.url}${path}>; rel="canonical"`, ...describedBy].join(', '),
    },
    page: path,
    get body() {
      return pointer + (file.page?.markdown ?? '')
    },
    get title() {
      return file.page?.title || path
    },
    get description() {
      return file.page?.description || this.title
    },
  }
}

/** Returns where llms.txt version 2 expects the Markdown version of a page. */
export function markdownPath(path: string): string {
  return `${path}${path.endsWith('/') ? 'index' : ''}.md`
}

/** Among them `base`, which the conversion would read: a malformed one throws. All URLs are absolute. */
const NO_CONTENT =
  /^(?:area|base|button|canvas|dialog|form|iframe|link|meta|nav|noscript|object|param|script|source|style|svg|template|track)$/

/** Wider cells would take quadratic time. Markdown has no cells that span others. */
const MAX_SPAN = 20

/** Removes elements without content, and makes URLs absolute. */
function clean(
  parent: Parents,
  isRemoved: (tag: string) => boolean,
  resolve: (href: string) => URL | undefined,
): void {
  parent.children = parent.children.filter((node) => {
    if (node.type !== 'element') return node.type === 'text'
    const { hidden, ariaHidden, role } = node.properties
    const isHidden = hidden || String(ariaHidden) === 'true' || role === 'navigation'
    return !isHidden && !isRemoved(node.tagName)
  }) as typeof parent.children
  for (const node of parent.children) {
    if (node.type !== 'element') continue
    for (const name of ['href', 'src']) {
      const value = node.properties[name]
      const url = typeof value === 'string' ? resolve(value) : undefined
      if (url) node.properties[name] = url.href
    }
    for (const name of ['colSpan', 'rowSpan']) {
      if (Number(node.properties[name]) > MAX_SPAN) node.properties[name] = MAX_SPAN
    }
    clean(node, isRemoved, resolve)
  }
}

/**
 * Adds a section with the Markdown versions of the pages to llms.txt, up to the length that agents read. The heading is
 * the same in every language. Other files are returned as they are.
 *
 * @see https://llmstxt.org
 */
export function listTwins(resource: Resource, twins: MarkdownTwin[], school: School): Resource {
  if (resource.path !== '/llms.txt' || twins.length === 0) return resource
  return {
    ...resource,
    get body() {
      return extendLlmsTxt(resource.body, twins, school)
    },
  }
}

function extendLlmsTxt(text: string, twins: MarkdownTwin[], school: School): string {
  const pages = new Map(school.pages.map((page) => [page.path, page]))
  let body = `${text}\n## Markdown\n\n`
  for (const twin of twins) {
    const listed = pages.get(twin.page)
    const name = (listed?.title ?? twin.title).replaceAll(/[[\]]/g, '')
    const link = `- [${name}](${school.url}${twin.path}): ${listed?.description ?? twin.description}\n`
    if (body.length + link.length > MAX_LLMS_TXT_LENGTH) {
      body += `- [sitemap.xml](${school.url}/sitemap.xml)\n`
      break
    }
    body += link
  }
  return body
}

/** Agents truncate longer files. */
const MAX_LLMS_TXT_LENGTH = 49_000

import { formatLink, type Resource, type School } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'

export interface MarkdownTwin extends ServedResource {
  body: string
  page: string
  title: string
  /** The meta description of the page, or its title. */
  description: string
}

/**
 * Returns the Markdown version of a page. The page is parsed when the body or the title is first read.
 *
 * @param hasLlmsTxt Whether the site has an `/llms.txt`, which the Markdown links to.
 */
export function markdownTwin(
  file: { path: string; readonly page?: { title: string; description: string; markdown?: string } },
  school: Pick<School, 'url'> & Partial<Pick<School, 'pages'>>,
  hasLlmsTxt: boolean,
): MarkdownTwin {
  const { path } = file
  const llmsTxt = `${school.url}/llms.txt`
  const describedBy = hasLlmsTxt ? [`<${llmsTxt}>; rel="describedby"; type="text/plain"`] : []
  // Many agents do not see headers.
  const pointer = hasLlmsTxt ? `> [llms.txt](${llmsTxt})\n\n` : ''
  const date = school.pages?.find((page) => page.path === path)?.lastmod
  return {
    path: markdownPath(path),
    contentType: 'text/markdown; charset=utf-8',
    headers: {
      Link: [`<${school.url}${path}>; rel="canonical"`, ...describedBy].join(', '),
    },
    page: path,
    get body() {
      const { title, description } = file.page ?? {}
      const facts = Object.entries({ title, description, url: school.url + path, date })
      // A JSON string is a YAML string.
      const lines = facts.map(([name, value]) =>
        value ? `${name}: ${JSON.stringify(value)}\n` : '',
      )
      return `---\n${lines.join('')}---\n\n${pointer}${file.page?.markdown ?? ''}`
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
    const title = (listed?.title ?? twin.title).replaceAll(/[[\]]/g, '')
    const description = listed?.description ?? twin.description
    const link = `${formatLink({ title, url: school.url + twin.path, description })}\n`
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

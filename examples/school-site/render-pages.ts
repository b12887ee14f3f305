import { renderHead, renderResources, type Resource, type School } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'

const HOME_MARKDOWN = '/index.md'

/**
 * Adds canonical URLs, JSON-LD and further metadata to the handwritten pages, and the Markdown version of the home
 * page.
 *
 * @param files The files in `public/`. Only the pages that the description lists are changed.
 */
export function renderPages(files: ServedResource[], school: School): ServedResource[] {
  const listed = new Set(
    school.pages.flatMap(({ path, variants }) => [path, ...Object.values(variants ?? {})]),
  )
  const pages = files.map((file) => {
    if (!listed.has(file.path)) return file
    const options = file.path === '/' ? { markdown: HOME_MARKDOWN } : {}
    const head = renderHead(school, file.path, options)
    const html = new TextDecoder().decode(file.body as Uint8Array)
    return {
      ...file,
      body: new TextEncoder().encode(html.replace('</head>', () => `${head}</head>`)),
    }
  })
  return [...pages, homeMarkdown(school)]
}

/** Returns the Markdown version of the home page: all facts of the description. */
export function homeMarkdown(school: School): Resource {
  const facts = renderResources(school).find(({ path }) => path === '/for-llm/index.md')!
  return {
    path: HOME_MARKDOWN,
    contentType: 'text/markdown; charset=utf-8',
    body: facts.body,
    headers: { Link: `<${school.url}/>; rel="canonical"` },
  }
}

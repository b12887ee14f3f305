import type { ServedResource } from './served-resource.ts'

type Described = Pick<ServedResource, 'path' | 'contentType'>

/**
 * The Markdown twin of a page, where llms.txt v2 looks for it: `index.md` for a page that ends with a slash,
 * `page.html.md` for `page.html`.
 *
 * @param files By path.
 */
export function findMarkdown<File extends Described>(
  page: Described,
  files: ReadonlyMap<string, File>,
): File | undefined {
  if (!/^text\/html\b/i.test(page.contentType)) return undefined
  const markdown = files.get(`${page.path}${page.path.endsWith('/') ? 'index' : ''}.md`)
  return markdown && /^text\/markdown\b/i.test(markdown.contentType) ? markdown : undefined
}

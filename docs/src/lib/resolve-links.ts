import { posix } from 'node:path'

import { PAGES } from '../pages.ts'

/**
 * Replaces links to files of the repository with links to pages of the site.
 *
 * @param file The path of the Markdown file in the repository.
 */
export function resolveLinks(markdown: string, file: string): string {
  return markdown.replaceAll(/\]\((?!\w+:|#)([^)#\s]*)(#[^)\s]*)?\)/g, (_, url, anchor = '') => {
    const target = posix.join(posix.dirname(file), url)
    const page = PAGES.flatMap(({ pages }) => pages).find(
      ({ file }) => file === target || file === `${target}/README.md`,
    )
    return `](${page ? `/${page.slug}/` : target}${anchor})`
  })
}

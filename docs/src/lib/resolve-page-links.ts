import { resolveLinks } from '@conversion-capi/release'

import { findPage, PUBLIC_FOLDER } from '../pages.ts'

/**
 * Replaces relative links to files of the repository with links to the site, or to the repository if the file has
 * no page.
 *
 * @param base The path of the site, with slashes at both ends.
 * @param repository The URL of the repository. Without it, links to files that have no page become plain text.
 * @throws {Error} If a linked file does not exist, or an image is not published. The message names the file and the
 *   line.
 */
export function resolvePageLinks(
  markdown: string,
  file: string,
  base: string,
  repository: string | undefined,
): string {
  return resolveLinks(markdown, file, ({ path, isFolder, isImage, hash }, fail) => {
    if (path.startsWith(`${PUBLIC_FOLDER}/`)) return base + path.slice(PUBLIC_FOLDER.length + 1)
    if (isImage) fail(`is not on the site. Move the image to ${PUBLIC_FOLDER}/images.`)
    const page = findPage(path)
    if (page) return `${base}${page.slug === 'index' ? '' : `${page.slug}/`}${hash}`
    return repository && `${repository}/${isFolder ? 'tree' : 'blob'}/main/${path}${hash}`
  })
}

import { findPackages } from './find-packages.ts'
import { REFERENCE, resolveLinks } from './resolve-links.ts'

/**
 * Replaces the relative links of a package's README, because npm does not resolve those that leave the package.
 *
 * - Links to a published package lead to its page on npm.
 * - Links to the generated reference, which the repository does not contain, become text.
 * - Other links and images lead to the repository.
 *
 * @param directory The folder of the package in the repository.
 * @param repository The public URL of the repository.
 */
export function resolveReadme(markdown: string, directory: string, repository: string): string {
  const packages = findPackages()
  return resolveLinks(markdown, `${directory}/README.md`, ({ path, isFolder, isImage, hash }) => {
    const linked = packages.find((each) =>
      [each.directory, `${each.directory}/README.md`].includes(path),
    )
    if (linked) return `https://www.npmjs.com/package/${linked.name}${hash}`
    if (path.startsWith(REFERENCE)) return undefined
    const view = isImage ? 'raw' : isFolder ? 'tree' : 'blob'
    return `${repository}/${view}/HEAD/${path}${hash}`
  })
}

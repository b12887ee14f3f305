import { findPackages } from './find-packages.ts'
import { resolveLinks } from './resolve-links.ts'

/**
 * Replaces the relative links of a package's README, because npm does not resolve those that leave the package.
 *
 * - Links to a published package lead to its page on npm.
 * - Other links and images lead to the repository.
 *
 * @param directory The folder of the package in the repository.
 * @param repository The public URL of the repository. Without it, only links to packages stay.
 */
export function resolveReadme(
  markdown: string,
  directory: string,
  repository: string | undefined,
): string {
  const packages = findPackages()
  return resolveLinks(markdown, `${directory}/README.md`, ({ path, isFolder, isImage, hash }) => {
    const name = packages.find((each) =>
      [each.directory, `${each.directory}/README.md`].includes(path),
    )?.name
    if (name) return `https://www.npmjs.com/package/${name}${hash}`
    if (repository === undefined) return undefined
    const view = isImage ? 'raw' : isFolder ? 'tree' : 'blob'
    return `${repository}/${view}/HEAD/${path}${hash}`
  })
}

import type { Project } from './project.ts'

/**
 * Adds the fields that are the same in every published package.
 *
 * @param manifest The `package.json` of a package.
 * @param directory Its folder in the repository.
 * @param project The source of the fields.
 * @returns A new manifest. Without a repository, only `author` is added.
 */
export function fillManifest(
  manifest: Record<string, unknown>,
  directory: string,
  { author, repository }: Project,
): Record<string, unknown> {
  if (repository === undefined) return { ...manifest, author }
  return {
    ...manifest,
    author,
    homepage: `${repository}/tree/HEAD/${directory}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { type: 'git', url: `git+${repository}.git`, directory },
  }
}

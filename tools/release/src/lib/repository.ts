import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './find-packages.ts'

/** The URL in the manifests until the public one is decided. */
const PLACEHOLDER = 'https://github.com/OWNER/conversion-capi'

const SET =
  'node tools/release/scripts/set-repository.ts https://github.com/your-name/conversion-capi'

/**
 * Returns the public URL of the repository, which is in the root's `package.json`.
 *
 * @returns The URL without a slash at the end, or `undefined` while it is the placeholder.
 */
export function readRepository(): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return repository === PLACEHOLDER ? undefined : repository
}

/**
 * Returns the public URL of the repository.
 *
 * @param repository The result of `readRepository`.
 * @throws {Error} If it is not decided. A release without it has no provenance, and its links lead nowhere.
 */
export function requireRepository(repository: string | undefined = readRepository()): string {
  if (repository !== undefined) return repository
  throw new Error(`The URL of the repository is the placeholder ${PLACEHOLDER}. Run: ${SET}`)
}

/**
 * Returns the fields of a `package.json` that contain the URL of the repository.
 *
 * @param directory The folder of the package in the repository.
 * @throws {Error} If the URL does not have the form of GitHub, as the links to files, issues and images do.
 */
export function repositoryFields(repository: string, directory: string): Record<string, unknown> {
  if (!/^https:\/\/github\.com\/[\w-]+\/(?!.*\.git$)[\w.-]+$/.test(repository)) {
    throw new Error(
      `The URL of the repository must be the one of GitHub without ".git", got ${JSON.stringify(repository)}. Run: ${SET}`,
    )
  }
  return {
    homepage: `${repository}/tree/HEAD/${directory}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { type: 'git', url: `git+${repository}.git`, directory },
  }
}

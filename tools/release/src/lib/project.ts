import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './find-packages.ts'

/** What the published packages have in common, from the root's `package.json`. */
export interface Project {
  author: string
  /** The public URL of the repository, without a slash at the end. `undefined` until it is decided. */
  repository: string | undefined
}

/**
 * Reads the project from the root's `package.json`.
 *
 * @throws {Error} If `repository` is not the URL of a repository on GitHub.
 */
export function readProject(): Project {
  const { author, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  if (repository !== undefined) assertRepository(repository)
  return { author, repository }
}

/**
 * Returns the public URL of the repository.
 *
 * @param project The project.
 * @throws {Error} If it is missing. A release without it has no provenance, and its links lead nowhere.
 */
export function requireRepository({ repository }: Project = readProject()): string {
  if (repository !== undefined) return repository
  throw new Error(
    `The root's package.json has no "repository". Write the public URL of the repository, for example ${EXAMPLE}.`,
  )
}

/**
 * Checks the setting.
 *
 * @throws {Error} If it is not the URL of a repository on GitHub.
 */
export function assertRepository(repository: unknown): asserts repository is string {
  // Links to files, issues and images have the form of GitHub, and so do the workflows.
  if (typeof repository === 'string' && GITHUB_URL.test(repository)) return
  throw new Error(
    `"repository" in the root's package.json must be the URL of a repository on GitHub without ".git", got ${JSON.stringify(repository)}. Write for example ${EXAMPLE}.`,
  )
}

const GITHUB_URL = /^https:\/\/github\.com\/[\w-]+\/(?!.*\.git$)[\w.-]+$/
const EXAMPLE = '"repository": "https://github.com/your-name/conversion-capi"'

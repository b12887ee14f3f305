import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './find-packages.ts'

/**
 * Returns the public URL of the repository, which is in the root's `package.json`.
 *
 * @returns The URL without a slash at the end, or `undefined` while it is the placeholder.
 */
export function readRepository(): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return repository.includes('/OWNER/') ? undefined : repository
}

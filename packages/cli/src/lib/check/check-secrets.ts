import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Finding } from '../report/finding.ts'
import { finding } from './check-rules.ts'

/** The start of Meta's access tokens. */
const TOKEN = /\bEAA[A-Za-z0-9]{30,}/

/**
 * Checks that no published file contains an access token.
 *
 * @param file The file, for the finding, which does not contain the token.
 * @param text The content.
 * @param accessToken The token in the environment, if it is set.
 */
export function* checkSecrets(
  file: string,
  text: string,
  accessToken: string | undefined,
): Generator<Finding> {
  // A shorter text could be an ordinary word.
  const known = accessToken && accessToken.length >= 20 ? text.indexOf(accessToken) : -1
  const offset = known === -1 ? text.search(TOKEN) : known
  if (offset === -1) return
  yield finding('secret-published', { file, line: text.slice(0, offset).split('\n').length }, {})
}

/** Checks that Git ignores the `.env` of a project, if there is one. */
export async function* checkIgnored(root: string): AsyncGenerator<Finding> {
  if (!existsSync(join(root, '.env'))) return
  for (let folder = root; ; folder = dirname(folder)) {
    const ignored = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '')
    if (/^\/?(?:\*\*\/)?(?:\.env\*?|\*\.env|\.env\.\*)\s*$/m.test(ignored)) return
    if (existsSync(join(folder, '.git'))) break
    // Not a Git repository.
    if (dirname(folder) === folder) return
  }
  yield finding('env-not-ignored', { file: '.env' }, {})
}

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'

import { fileOf, textOf } from '../site/read-files.ts'
import { finding } from './check-rules.ts'

/** An image in CSS or HTML contains any letters. */
const DATA_URL = /;base64,[A-Za-z0-9+/=]+/g

/** The start of Meta's access tokens. */
const TOKEN = /\bEAA[A-Za-z0-9]{30,}/

/**
 * Checks that no published file contains an access token.
 *
 * @param accessToken The token in the environment, if it is set.
 * @yields Findings without the token. The known token and the format can find the same line.
 */
export function* checkSecrets(
  { site }: { site: { pages: string } },
  files: ServedResource[],
  accessToken: string | undefined,
): Generator<Finding> {
  // A shorter string could be an ordinary word.
  const known = accessToken && accessToken.length >= 20 ? accessToken : undefined
  for (const file of files) {
    if (!/^text\/|json|xml|octet-stream/.test(file.contentType)) continue
    const text = textOf(file).replaceAll(DATA_URL, (url) => ' '.repeat(url.length))
    for (const offset of [known ? text.indexOf(known) : -1, text.search(TOKEN)]) {
      if (offset === -1) continue
      const line = text.slice(0, offset).split('\n').length
      yield finding('secret-published', { file: fileOf(site.pages, file.path), line }, {})
    }
  }
}

/** Checks that Git ignores the `.env` of a project, if there is one. */
export async function checkIgnored(root: string): Promise<Finding[]> {
  if (!existsSync(join(root, '.env'))) return []
  for (let folder = root; ; folder = dirname(folder)) {
    const ignored = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '')
    if (/^\/?(?:\*\*\/)?(?:\.env\*?|\*\.env|\.env\.\*)\s*$/m.test(ignored)) return []
    if (existsSync(join(folder, '.git'))) break
    // Not a Git repository.
    if (dirname(folder) === folder) return []
  }
  return [finding('env-not-ignored', { file: '.env' }, {})]
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { readRepository, ROOT } from '@conversion-capi/release'

const { homepage }: { homepage?: string } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
)

export const REPOSITORY_URL: string | undefined = readRepository()

/** The URL of this site: `homepage` in the root's package.json, or `undefined` while it is not decided. */
export const SITE_URL: URL | undefined = homepage ? new URL(homepage) : undefined

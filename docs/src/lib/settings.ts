import { readFileSync } from 'node:fs'

import { readRepository } from '@conversion-capi/release'

const { homepage } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { homepage?: string }

export const REPOSITORY_URL: string | undefined = readRepository()

/** The URL of this site: `homepage` in the root's package.json, or `undefined` while it is not decided. */
export const SITE_URL: URL | undefined = homepage ? new URL(homepage) : undefined

import { readFileSync } from 'node:fs'

const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { repository?: string | { url: string }; homepage?: string }

/** The URL of the repository: `repository` in the root's package.json, or `undefined` while it is not decided. */
export const REPOSITORY_URL: string | undefined = readRepository()

/** The URL of this site: `homepage` in the root's package.json, or `undefined` while it is not decided. */
export const SITE_URL: URL | undefined = manifest.homepage ? new URL(manifest.homepage) : undefined

function readRepository(): string | undefined {
  const { repository } = manifest
  const url = typeof repository === 'string' ? repository : repository?.url
  return url?.replace(/^git\+/, '').replace(/\.git$/, '')
}

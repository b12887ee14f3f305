import type { School } from '../school/school-schema.ts'
import { FALLBACK_PATH, type ServedResource } from '../serve/served-resource.ts'
import { cloudflareFiles } from './cloudflare.ts'
import { type HostFile, type HostRenderer, hostRules } from './host-rules.ts'
import { netlifyFiles } from './netlify.ts'
import { vercelFiles } from './vercel.ts'

/** A host that reads configuration files. */
export type StaticHost = keyof typeof RENDERERS

/**
 * Renders the configuration files that make a host serve the files of `renderResources` with the headers of
 * `serveResources`, and `/docs/api.html` at that URL only. ETags are left to the host.
 *
 * Write the files with `root: 'publish'` into the published folder, and merge those with `root: 'project'`
 * (`netlify.toml`, `vercel.json`, `wrangler.jsonc`) into the ones the project has.
 *
 * @param resources The result of `renderResources`. Other files may be added.
 * @throws {Error} If a path or a header cannot be written.
 */
export function renderHostFiles(
  host: StaticHost,
  resources: ServedResource[],
  school: Pick<School, 'tracker'>,
): HostFile[] {
  const files = resources.filter(({ path, copyOf }) => path !== FALLBACK_PATH && !copyOf)
  const copies = resources.flatMap(({ path, copyOf, headers }) =>
    copyOf ? [{ path, copyOf, isRedirect: headers?.['Location'] !== undefined }] : [],
  )
  const hasFallback = resources.some(({ path }) => path === FALLBACK_PATH)
  return RENDERERS[host](hostRules(files, school), hasFallback, copies)
}

const RENDERERS = {
  netlify: netlifyFiles,
  vercel: vercelFiles,
  cloudflare: cloudflareFiles,
} satisfies Record<string, HostRenderer>

import type { Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { buildOutputConfig } from './build-output-config.ts'
import { cloudflareHeaders } from './cloudflare-headers.ts'
import { cloudflareRedirects } from './cloudflare-redirects.ts'
import type { HostFile } from './host-file.ts'
import { hostRules } from './host-rules.ts'
import { netlifyHeaders } from './netlify-headers.ts'
import { netlifyToml } from './netlify-toml.ts'
import { vercelJson } from './vercel-json.ts'
import { wranglerAssets } from './wrangler-assets.ts'

/**
 * The files by which Netlify, Vercel and Cloudflare are told to serve what `renderResources` wrote with the
 * headers that `serveResources` sends, and `/docs/api.html` at that address only. A school needs those of its
 * host.
 *
 * `netlify.toml`, `vercel.json` and `wrangler.jsonc` are what to add to a project's own. ETags are the hosts'.
 * Throws when a host cannot be told about a file.
 */
export function renderHostFiles(
  resources: Resource[],
  school: Pick<School, 'tracker'>,
): HostFile[] {
  const rules = hostRules(resources, school)
  return [
    netlifyHeaders(rules),
    netlifyToml(rules),
    vercelJson(rules),
    buildOutputConfig(rules),
    cloudflareHeaders(rules),
    cloudflareRedirects(),
    wranglerAssets(),
  ]
}

import type { HostFile } from './host-file.ts'
import type { HostRule } from './host-rule.ts'
import { vercelHeaders } from './vercel-headers.ts'
import { vercelNegotiation } from './vercel-negotiation.ts'

/**
 * Vercel's `vercel.json`, for sites that Vercel builds: the headers of every file, and negotiation.
 *
 * `cleanUrls` would send `/docs/api.html` elsewhere. `trailingSlash` is left unset, since either value would
 * send some of the files elsewhere. Unknown paths get `/404.html` without being told.
 *
 * Vercel takes `routes` beside `headers` since February 2026, and runs them first.
 *
 * @see https://vercel.com/docs/project-configuration/vercel-json
 */
export function vercelJson(rules: HostRule[]): HostFile {
  const routes = vercelNegotiation(rules)
  const config = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    cleanUrls: false,
    ...(routes.length > 0 && { routes }),
    headers: rules.map((rule) => ({
      source: rule.path,
      headers: Object.entries(vercelHeaders(rule)).map(([key, value]) => ({ key, value })),
    })),
  }
  return {
    host: 'vercel',
    place: 'project',
    path: 'vercel.json',
    body: `${JSON.stringify(config, null, 2)}\n`,
  }
}

import { PATHS } from '../resource.ts'
import type { HostFile } from './host-file.ts'
import type { HostRule } from './host-rule.ts'
import { siteFile } from './site-file.ts'
import { vercelHeaders } from './vercel-headers.ts'
import { vercelNegotiation } from './vercel-negotiation.ts'
import { vercelPattern } from './vercel-pattern.ts'
import type { VercelRoute } from './vercel-route.ts'

/**
 * The configuration of Vercel's Build Output API, version 3, for sites that are deployed prebuilt: negotiation,
 * the headers and the type of every file, and the page shell for unknown paths.
 *
 * An override without a `path` leaves the file at its exact address.
 *
 * @see https://vercel.com/docs/build-output-api/configuration
 */
export function buildOutputConfig(rules: HostRule[]): HostFile {
  const typed = rules.filter(({ headers }) => headers['Content-Type'] !== undefined)
  const config = {
    version: 3,
    routes: [
      ...vercelNegotiation(rules),
      ...rules.map(withHeaders),
      { handle: 'filesystem' },
      ...rules.filter(({ path }) => path === PATHS.notFound).flatMap(forUnknownPaths),
    ],
    overrides: Object.fromEntries(
      typed.map(({ path, headers }) => [siteFile(path), { contentType: headers['Content-Type'] }]),
    ),
  }
  return {
    host: 'vercel-build-output',
    place: 'project',
    path: '.vercel/output/config.json',
    body: `${JSON.stringify(config, null, 2)}\n`,
  }
}

function withHeaders(rule: HostRule): VercelRoute {
  return { src: vercelPattern(rule.path), headers: vercelHeaders(rule), continue: true }
}

function forUnknownPaths({ path, headers }: HostRule): (VercelRoute | { handle: 'error' })[] {
  return [{ handle: 'error' }, { src: '^/.*$', status: 404, dest: path, headers }]
}

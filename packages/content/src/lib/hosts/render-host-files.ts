import type { Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { cloudflareFiles } from './cloudflare.ts'
import { type HostFile, hostRules } from './host-rules.ts'
import { netlifyFiles } from './netlify.ts'
import { vercelFiles } from './vercel.ts'

/**
 * Renders the configuration files that make Netlify, Vercel and Cloudflare serve the files of `renderResources`
 * with the headers of `serveResources`, and `/docs/api.html` at that URL only. ETags are left to the host.
 *
 * Use the files of your host: write those with `root: 'publish'` into the published folder, and merge those with
 * `root: 'project'` (`netlify.toml`, `vercel.json`, `wrangler.jsonc`) into the ones the project has.
 *
 * @param resources The result of `renderResources`. Other files may be added.
 * @param school The school, for the name of its tracker.
 * @returns The files of all hosts.
 * @throws {Error} If a path, a header or the number of files exceeds what a host supports.
 */
export function renderHostFiles(
  resources: Resource[],
  school: Pick<School, 'tracker'>,
): HostFile[] {
  const rules = hostRules(resources, school)
  return [...netlifyFiles(rules), ...vercelFiles(rules), ...cloudflareFiles(rules)]
}

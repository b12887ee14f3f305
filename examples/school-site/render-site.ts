import { fileURLToPath } from 'node:url'

import { checkResources, renderResources, type School } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import { buildTracker } from '@conversion-capi/tracker'

import { readResources } from './read-resources.ts'

const PUBLIC = fileURLToPath(new URL('public', import.meta.url))

/**
 * Every file of the site: its own pages, its tracker, and what is written from the description of the school.
 *
 * Throws a sentence for each thing that is wrong with them: there is no half a site to serve or to publish.
 */
export async function renderSite(school: School): Promise<ServedResource[]> {
  const tracker = {
    path: `/${school.tracker}.js`,
    contentType: 'text/javascript; charset=utf-8',
    body: buildTracker({ name: school.tracker }),
  }
  const content = renderResources(school)
  const site = [...(await readResources(PUBLIC)), tracker, ...content]

  const faults = [
    ...checkResources(content, school).map(({ path, line, message }) => {
      return `${path}${line === undefined ? '' : `, line ${line}`}: ${message}`
    }),
    ...findMissing(school, site).map((path) => {
      return `${path} is listed in the description of the school, and there is no such file. Write it, or take it out.`
    }),
  ]
  if (faults.length === 0) return site
  throw new Error(['The files of the site have faults:', ...faults].join('\n- '))
}

/** Pages that nobody has written: whoever follows the sitemap would find nothing. */
function findMissing({ pages }: School, site: ServedResource[]): string[] {
  const written = new Set(site.map(({ path }) => path))
  return pages
    .flatMap(({ path, variants }) => [path, ...Object.values(variants ?? {})])
    .filter((path) => !written.has(path))
}

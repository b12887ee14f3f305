import { PATHS } from '../resource.ts'
import type { ServedResource } from './served-resource.ts'

/**
 * The headers by which an agent that knows only the homepage finds the rest: the API catalog (RFC 9727, 3) and
 * llms.txt (its version 2), each when it is among the files.
 */
export function homepageLinks(files: Pick<ServedResource, 'path'>[]): Record<string, string> {
  const links = [
    [PATHS.apiCatalog, 'api-catalog'],
    [PATHS.llmsTxt, 'describedby'],
  ].filter(([target]) => files.some(({ path }) => path === target))
  if (links.length === 0) return {}
  return { Link: links.map(([target, relation]) => `<${target}>; rel="${relation}"`).join(', ') }
}

import { PATHS } from '../resource.ts'
import type { ServedResource } from './served-resource.ts'

/**
 * Returns the headers of a file, for `serveResources` and for every host. The headers of the file itself override
 * the default ones.
 *
 * @param files All served files. The homepage links to some of them.
 * @throws {Error} If a header has an invalid name or value.
 */
export function responseHeaders(
  file: Omit<ServedResource, 'body'>,
  files: Pick<ServedResource, 'path'>[] = [],
): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': file.contentType,
    'X-Content-Type-Options': 'nosniff',
    // Agents in browsers read these files from other sites.
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'public, max-age=300',
    ...(file.path === '/' && homepageLinks(files)),
  }
  for (const [name, value] of Object.entries(file.headers ?? {})) {
    headers[canonicalName(name)] = value
  }
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\w-]+$/.test(name) && /^[!-~](?:[ -~]*[!-~])?$/.test(value)) continue
    throw new Error(
      `The header "${name}" of ${file.path} is invalid. Write its name in letters and "-", and its value in ASCII on one line.`,
    )
  }
  return headers
}

function canonicalName(name: string): string {
  return name.toLowerCase().replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase())
}

/**
 * Returns the `Link` header of the homepage, which leads agents to the API catalog (RFC 9727, section 3) and to
 * llms.txt (version 2).
 *
 * @param files All served files. Missing files are not linked; without any link, the result is empty.
 */
export function homepageLinks(files: Pick<ServedResource, 'path'>[]): Record<string, string> {
  const links = [
    [PATHS.apiCatalog, 'api-catalog'],
    [PATHS.llmsTxt, 'describedby'],
  ].filter(([target]) => files.some(({ path }) => path === target))
  if (links.length === 0) return {}
  return { Link: links.map(([target, relation]) => `<${target}>; rel="${relation}"`).join(', ') }
}

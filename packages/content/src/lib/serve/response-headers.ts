import { PATHS } from '../resource.ts'
import type { ServedResource } from './served-resource.ts'

/** Throws an `Error` if a header has an invalid name or value. The headers of the file override the default ones. */
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

/** Returns the `Link` header of the homepage: to the API catalog (RFC 9727, section 3) and to llms.txt (version 2), if served. */
export function homepageLinks(files: Pick<ServedResource, 'path'>[]): Record<string, string> {
  const links = [
    [PATHS.apiCatalog, 'api-catalog'],
    [PATHS.llmsTxt, 'describedby'],
  ].filter(([target]) => files.some(({ path }) => path === target))
  if (links.length === 0) return {}
  return { Link: links.map(([target, relation]) => `<${target}>; rel="${relation}"`).join(', ') }
}

import { homepageLinks } from './homepage-links.ts'
import type { ServedResource } from './served-resource.ts'

/**
 * The headers that a file is served with, by `serveResources` and by every host alike.
 *
 * The file's own come last and win. Throws when one of them cannot stand in a header.
 *
 * @param files All that are served: the homepage names the ones that lead an agent on.
 */
export function headersOf(
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
  for (const [name, value] of Object.entries(file.headers ?? {})) headers[canonical(name)] = value
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\w-]+$/.test(name) && /^[!-~](?:[ -~]*[!-~])?$/.test(value)) continue
    throw new Error(
      `The header "${name}" of ${file.path} cannot be sent: write its name in letters and "-", and its value in ASCII on one line.`,
    )
  }
  return headers
}

/** In the one spelling under which Netlify sees that two headers are the same. */
function canonical(name: string): string {
  return name.toLowerCase().replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase())
}

import { absoluteUrl, endpointUrl } from '../url.ts'
import { renderedPaths } from '../rendered-paths.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school/school-schema.ts'

export function apiCatalog(school: School, files: Iterable<string> = []): Resource {
  const endpoint = endpointUrl(school)
  const paths = new Set([...renderedPaths(school), ...files])
  const documents = [
    [PATHS.llmsTxt, 'text/plain'],
    [PATHS.llmsFullTxt, 'text/plain'],
    [PATHS.forLlm, 'text/html'],
    [PATHS.forLlmMarkdown, 'text/markdown'],
  ] as const
  const facts = documents.filter(([path]) => paths.has(path))
  const linkset = [
    { anchor: absoluteUrl(school, PATHS.apiCatalog), item: [{ href: endpoint }] },
    {
      anchor: endpoint,
      'service-desc': [link(PATHS.openapi, 'application/json')],
      'service-doc': [link(PATHS.apiHtml, 'text/html')],
      'service-meta': [link(PATHS.authMd, 'text/markdown')],
    },
    {
      anchor: absoluteUrl(school, '/'),
      ...(facts.length > 0 && { describedby: facts.map(([path, type]) => link(path, type)) }),
      // No link relation is registered for sitemaps. `contents` means a table of contents.
      contents: [link(PATHS.sitemap, 'application/xml')],
    },
  ]
  return {
    path: PATHS.apiCatalog,
    contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    body: `${JSON.stringify({ linkset }, null, 2)}\n`,
    // RFC 9727 requires this header in responses to HEAD.
    headers: { Link: `<${PATHS.apiCatalog}>; rel="api-catalog"` },
  }

  function link(path: string, type: string): { href: string; type: string } {
    return { href: absoluteUrl(school, path), type }
  }
}

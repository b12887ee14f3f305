/** The content types of the example site's files (section 4.2), with their parameters. */
export const CONTENT_TYPES = {
  '/llms.txt': 'text/plain; charset=utf-8',
  '/llms-full.txt': 'text/plain; charset=utf-8',
  '/for-llm/': 'text/html; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/.well-known/api-catalog':
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '/robots.txt': 'text/plain; charset=utf-8',
  '/auth.md': 'text/markdown; charset=utf-8',
  '/docs/api.html': 'text/html; charset=utf-8',
  '/polaris.js': 'text/javascript; charset=utf-8',
}

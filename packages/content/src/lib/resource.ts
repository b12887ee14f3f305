/** A file of the site, served at its exact path (specification 4.2). */
export interface Resource {
  /** Starts with a slash: `/llms.txt`, `/for-llm/`. */
  path: string
  /** The `Content-Type` header, including charset and profile. */
  contentType: string
  /** Served as UTF-8. */
  body: string
  /** Additional response headers, such as `Link`. They override those that every file has. */
  headers?: Record<string, string>
}

/** The paths of the generated files: the files in specification 4.2, and the files they depend on. */
export const PATHS = {
  llmsTxt: '/llms.txt',
  llmsFullTxt: '/llms-full.txt',
  forLlm: '/for-llm/',
  /** The Markdown version of `/for-llm/`, at the path that llms.txt v2 defines. */
  forLlmMarkdown: '/for-llm/index.md',
  sitemap: '/sitemap.xml',
  apiCatalog: '/.well-known/api-catalog',
  robotsTxt: '/robots.txt',
  authMd: '/auth.md',
  apiHtml: '/docs/api.html',
  openapi: '/openapi.json',
  /** The page that hosts return for unknown paths. */
  notFound: '/404.html',
} as const

/** Where each file is served. Those of specification 4.2, and the ones they need beside them. */
export const PATHS = {
  llmsTxt: '/llms.txt',
  llmsFullTxt: '/llms-full.txt',
  forLlm: '/for-llm/',
  /** The Markdown twin of `/for-llm/`, where llms.txt v2 looks for it. */
  forLlmMarkdown: '/for-llm/index.md',
  sitemap: '/sitemap.xml',
  apiCatalog: '/.well-known/api-catalog',
  robotsTxt: '/robots.txt',
  authMd: '/auth.md',
  apiHtml: '/docs/api.html',
  openapi: '/openapi.json',
  /** What hosts answer for an unknown path: the page shell. */
  notFound: '/404.html',
} as const

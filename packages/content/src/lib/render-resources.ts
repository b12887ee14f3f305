import type { Resource } from './resource.ts'
import { apiCatalog } from './resources/api-catalog.ts'
import { apiHtml } from './resources/api-html.ts'
import { authMd } from './resources/auth-md.ts'
import { forLlm } from './resources/for-llm.ts'
import { llmsFullTxt } from './resources/llms-full-txt.ts'
import { llmsTxt } from './resources/llms-txt.ts'
import { openapi } from './resources/openapi.ts'
import { pageShell } from './resources/page-shell.ts'
import { robotsTxt } from './resources/robots-txt.ts'
import { sitemap } from './resources/sitemap.ts'
import type { School } from './school-schema.ts'

/**
 * Writes every file for crawlers and agents (specification 4.2; the tracker's script is built by
 * `@conversion-capi/tracker`), and what those files need beside them: the Markdown twin of `/for-llm/`,
 * `/openapi.json` and the page shell.
 *
 * Pure and deterministic: no clock, no disk, no network, and the same bytes for the same description everywhere.
 *
 * @param school What `defineSchool` gave back. A description that was not checked gives files that may be broken.
 * @returns The files, each path once, in the specification's order. A sitemap of more than 50,000 pages is an
 *   index and several files.
 */
export function renderResources(school: School): Resource[] {
  return [
    llmsTxt(school),
    llmsFullTxt(school),
    forLlm(school),
    sitemap(school),
    apiCatalog(school),
    robotsTxt(school),
    authMd(school),
    apiHtml(school),
    openapi(school),
    pageShell(school),
  ].flat()
}

/**
 * One description of a school, made with {@link defineSchool}, and from it every file that crawlers and agents
 * read: {@link renderResources} writes them, {@link checkResources} checks them, {@link serveResources} serves
 * them, and {@link renderHostFiles} tells hosts how to.
 *
 * @module
 */

export { checkResources } from './lib/check/check-resources.ts'
export type { Problem } from './lib/check/problem.ts'
export { defineSchool } from './lib/define-school.ts'
export type { HostFile } from './lib/hosts/host-rules.ts'
export { renderHostFiles } from './lib/hosts/render-host-files.ts'
export { renderResources } from './lib/render-resources.ts'
export type { Resource } from './lib/resource.ts'
export type { Page, School } from './lib/school-schema.ts'
export { serveResources } from './lib/serve/serve-resources.ts'
export { renderSitemap } from './lib/sitemap/render-sitemap.ts'
export type { SitemapSite } from './lib/sitemap/url-elements.ts'

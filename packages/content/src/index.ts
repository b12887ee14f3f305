/**
 * Generates the files that crawlers and AI agents read from one description of a school:
 * {@link defineSchool} validates the description, {@link renderResources} renders the files,
 * {@link checkResources} checks them, {@link serveResources} serves them, and {@link renderHostFiles} renders
 * the configuration of hosting platforms.
 *
 * @module
 */

export type { CheckOptions } from './lib/check/check-options.ts'
export { checkResources } from './lib/check/check-resources.ts'
export { type VisibleText, visibleText } from './lib/check/parse/visible-text.ts'
export { type ReadFile, readPage, type ReadPage } from './lib/check/parse/checked-file.ts'
export { defineSchool, SchoolError } from './lib/school/define-school.ts'
export type { Finding, Finding as Problem, Level } from './lib/finding.ts'
export type { HostFile } from './lib/hosts/host-rules.ts'
export { renderHostFiles, type StaticHost } from './lib/hosts/render-host-files.ts'
export { renderHead, type RenderHeadOptions } from './lib/html/render-head.ts'
export { hasBuiltInLabels, untranslatedLabels } from './lib/school/labels.ts'
export { ENGLISH as ENGLISH_LABELS, type Labels } from './lib/school/labels/english.ts'
export { omitPages, renderResources } from './lib/render-resources.ts'
export type { Resource } from './lib/resource.ts'
export { formatLink } from './lib/resources/llms-txt.ts'
export type { Page, Program, School, SchoolDescription } from './lib/school/school-schema.ts'
export type { ServedResource } from './lib/serve/served-resource.ts'
export { serveResources, type ServeResourcesOptions } from './lib/serve/serve-resources.ts'
export { canonicalPath } from './lib/url.ts'

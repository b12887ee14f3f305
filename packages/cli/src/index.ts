/**
 * The library half of the command line: each function is what the command of the same name runs, without a
 * terminal. Findings are returned as {@link Finding}s or thrown with a {@link CommandError}. `@conversion-capi/meta` has the
 * functions of `doctor`, `report`, `send` and `reconcile`.
 *
 * @module
 */

export { type BuildOptions, buildSite, type BuiltSite } from './lib/build/build-site.ts'
export type { BuildManifest, BuiltFile } from './lib/build/build-manifest.ts'
export { checkSite, type CheckSiteOptions } from './lib/check/check-site.ts'
export type { DevLine } from './lib/dev/describe-event.ts'
export { type DevOptions, type DevServer, runDev } from './lib/dev/run-dev.ts'
export { main } from './lib/main.ts'
export { probeSite, type ProbeSiteOptions } from './lib/probe/probe-site.ts'
export { loadProject, type Project } from './lib/project/load-project.ts'
export { type Host, HOSTS } from './lib/hosts/hosts.ts'
export type { SiteOptions } from './lib/project/site-options.ts'
export {
  allFiles,
  type RenderedSite,
  renderSite,
  type RenderSiteOptions,
} from './lib/site/render-site.ts'
export type { Finding, Level } from '@conversion-capi/content'
export { CommandError, type Streams } from '@conversion-capi/meta/terminal'

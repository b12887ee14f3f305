/**
 * Serves the tracker and the files for crawlers inside a framework, and writes them in its build: as a plugin of Vite,
 * as an integration of Astro, and as a module of Nuxt.
 *
 * @module
 */

export { conversionCapiAstro } from './lib/plugins/astro-integration.ts'
export { conversionCapiNuxt } from './lib/plugins/nuxt-module.ts'
export {
  conversionCapi,
  type FrameworkOptions,
  type VitePlugin,
} from './lib/plugins/vite-plugin.ts'

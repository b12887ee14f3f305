/**
 * Serves the tracker and the files for crawlers inside a framework, and writes them in its build: as a plugin of Vite,
 * as an integration of Astro, and as a module of Nuxt.
 *
 * @module
 */

export { conversionCapiAstro } from './lib/framework/astro-integration.ts'
export { conversionCapiNuxt } from './lib/framework/nuxt-module.ts'
export {
  conversionCapi,
  type FrameworkOptions,
  type VitePlugin,
} from './lib/framework/vite-plugin.ts'

/**
 * Serves what `renderResources` wrote, and any other file, from a fetch handler. Imports nothing but the few
 * lines it needs: no schema, no renderer.
 *
 * @module
 */

export { serveResources, type ServeResourcesOptions } from './lib/serve/serve-resources.ts'
export type { ServedResource } from './lib/serve/served-resource.ts'

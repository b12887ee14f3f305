/**
 * Serves the files of `renderResources`, and any other files, from a fetch handler. Imports no schema and no
 * renderer.
 *
 * @module
 */

export { serveResources, type ServeResourcesOptions } from './lib/serve/serve-resources.ts'
export type { ServedResource } from './lib/serve/served-resource.ts'

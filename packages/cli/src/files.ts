/**
 * The files for crawlers that static servers send with the wrong content type, because their names have no extension:
 * one route of a framework serves them. The plugin of Vite replaces this module.
 *
 * @module
 */

/**
 * Serves a file, as an endpoint of Astro or SvelteKit.
 *
 * @param context The request.
 * @returns The file, or 404.
 */
export function GET(context: { request: Request }): Response {
  throw new Error(
    `${new URL(context.request.url).pathname} needs the plugin. Add conversionCapi() of conversion-capi/vite to the plugins of Vite.`,
  )
}

/**
 * The same as a resource route of React Router.
 *
 * @param context The request.
 * @returns The file, or 404.
 */
export function loader(context: { request: Request }): Response {
  return GET(context)
}

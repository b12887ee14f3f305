import type { HostFile } from './host-file.ts'

/**
 * What the project's `wrangler.jsonc` says of its assets, beside their directory: every file is served at its
 * exact address only (specification 4.2), and unknown paths get the page shell.
 *
 * Workers can do this; Cloudflare Pages always takes `.html` off an address.
 *
 * @see https://developers.cloudflare.com/workers/static-assets/routing/advanced/html-handling/
 */
export function wranglerAssets(): HostFile {
  const config = { assets: { html_handling: 'none', not_found_handling: '404-page' } }
  return {
    host: 'cloudflare',
    place: 'project',
    path: 'wrangler.jsonc',
    body: `${JSON.stringify(config, null, 2)}\n`,
  }
}

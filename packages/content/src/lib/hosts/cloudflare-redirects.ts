import type { HostFile } from './host-file.ts'

/**
 * Cloudflare's `_redirects`: the page of a folder is served at the folder's address, without a redirect, as it
 * is by default. The setting that keeps `/docs/api.html` where it is (see `wranglerAssets`) turns that off.
 *
 * @see https://developers.cloudflare.com/workers/static-assets/redirects/#proxying
 */
export function cloudflareRedirects(): HostFile {
  return {
    host: 'cloudflare',
    place: 'site',
    path: '_redirects',
    body: `# Cloudflare: folders answer with their pages.

/ /index.html 200
/*/ /:splat/index.html 200
`,
  }
}

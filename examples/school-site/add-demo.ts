import { readFile } from 'node:fs/promises'

import type { ServedResource } from '@conversion-capi/content/serve'

const DEMO_BAR = await readFile(new URL('demo-bar.html', import.meta.url), 'utf8')

/** Makes of the site's pages those of the demo: their pixel is the emulator's, and they say where to look. */
export function addDemo(site: ServedResource[]): ServedResource[] {
  return site.map((resource) => {
    if (!(resource.body instanceof Uint8Array) || !resource.contentType.startsWith('text/html')) {
      return resource
    }
    const html = new TextDecoder().decode(resource.body)
    const body = html
      .replace('https://connect.facebook.net/en_US/fbevents.js', '/emulator/en_US/fbevents.js')
      .replace(/(?=^ *<header\b)/m, () => DEMO_BAR)
    return { ...resource, body }
  })
}

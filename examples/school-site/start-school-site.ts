import { readFile } from 'node:fs/promises'

import { serveResources, type ServedResource } from '@conversion-capi/content/serve'
import type { Outcome } from '@conversion-capi/core'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { clientIp, serve } from '@conversion-capi/node'

import { renderSite } from './render-site.ts'

/** The running example site. */
export interface SchoolSite {
  /** The URL of the landing page. */
  url: string
  /** The URL of the generated page of facts. */
  forLlmUrl: string
  /** The URL of the emulator's live page. */
  emulatorUrl: string
  emulator: Emulator
  close: () => Promise<void>
}

export interface SchoolSiteOptions {
  /**
   * The port to listen on. 0 selects a free port.
   *
   * @default the `PORT` environment variable, or 3000
   */
  port?: number
  /** Called with the outcome of every event. */
  onOutcome?: (outcome: Outcome) => void
}

/**
 * Serves the landing site, its tracker, the generated files, the proxy and the emulator on one port.
 *
 * A real site serves its pages unchanged, reads the configuration from the environment and does not replace
 * `fetch`; see `hosts/node/server.ts`.
 *
 * @throws {Error} If the description of the school or a generated file has a problem.
 */
export async function startSchoolSite(options: SchoolSiteOptions = {}): Promise<SchoolSite> {
  // Imported dynamically, so that errors in the description reject the promise.
  const { default: school } = await import('./school.config.ts')
  const serveSite = serveResources(addDemo(await renderSite(school)))

  const emulator = createEmulator({ siteUrl: '/' })
  const server = await serve({
    config: { pixelId: '1234567890', accessToken: 'emulator-access-token' },
    fetch: emulator.fetch,
    // Browsers connect to this server directly: no proxy writes their IP into a header.
    clientIp,
    onOutcome(outcome) {
      emulator.recordOutcome(outcome)
      options.onOutcome?.(outcome)
    },
    site(request) {
      const { pathname } = new URL(request.url)
      return pathname.startsWith('/emulator/') ? callEmulator(request) : serveSite(request)
    },
    ...(options.port !== undefined && { port: options.port }),
    hostname: '127.0.0.1',
    // The stream of an open live page never ends by itself.
    drainMs: 500,
  })
  return {
    url: `${server.url}/`,
    forLlmUrl: `${server.url}/for-llm/`,
    emulatorUrl: `${server.url}/emulator/`,
    emulator,
    close: () => server.close(),
  }

  async function callEmulator(request: Request): Promise<Response> {
    // A simulated network error rejects like fetch. Over HTTP, it becomes a 502.
    return emulator.fetch(request).catch(() => new Response(null, { status: 502 }))
  }
}

const DEMO_BAR = await readFile(new URL('demo-bar.html', import.meta.url), 'utf8')

/** Makes the HTML pages load the emulator's pixel script and show a link to the emulator. */
function addDemo(site: ServedResource[]): ServedResource[] {
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

import { serveResources } from '@conversion-capi/content/serve'
import type { Outcome } from '@conversion-capi/core'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { clientIp, serve } from '@conversion-capi/node'

import { addDemo } from './add-demo.ts'
import { renderSite } from './render-site.ts'

/** The running example. */
export interface SchoolSite {
  /** The landing page. */
  url: string
  /** What a language model is given to read. */
  forLlmUrl: string
  /** The emulator's live page. */
  emulatorUrl: string
  emulator: Emulator
  close: () => Promise<void>
}

export interface SchoolSiteOptions {
  /** Default: the `PORT` environment variable, else 3000. 0 takes any free port. */
  port?: number
  /** Told of every event the proxy answered. */
  onOutcome?: (outcome: Outcome) => void
}

/**
 * Serves the landing site, its tracker, what machines read of it, the proxy, and in Meta's place the
 * emulator, on one port. Rejects when the description of the school, or a file written from it, has a fault.
 *
 * A real site has the pages as they are, and its handler gets `readConfig(process.env)` and no `fetch`.
 */
export async function startSchoolSite(options: SchoolSiteOptions = {}): Promise<SchoolSite> {
  // Imported here, so that a fault in it is told like any other.
  const { default: school } = await import('./school.config.ts')
  const serveSite = serveResources(addDemo(await renderSite(school)))

  const emulator = createEmulator({ pixelId: '1234567890', accessToken: 'emulator-access-token' })
  const server = await serve({
    config: { pixelId: '1234567890', accessToken: 'emulator-access-token' },
    fetch: emulator.fetch,
    // Browsers connect to this server directly: no proxy writes their IP into a header.
    clientIp,
    onOutcome: options.onOutcome ?? (() => {}),
    site(request) {
      const { pathname } = new URL(request.url)
      return pathname.startsWith('/emulator/') ? answerForMeta(request) : serveSite(request)
    },
    ...(options.port !== undefined && { port: options.port }),
    hostname: '127.0.0.1',
  })
  return {
    url: `${server.url}/`,
    forLlmUrl: `${server.url}/for-llm/`,
    emulatorUrl: `${server.url}/emulator/`,
    emulator,
    close: () => server.close(),
  }

  async function answerForMeta(request: Request): Promise<Response> {
    // Told to fail, the emulator rejects as fetch does; over HTTP that is what a gateway says.
    return emulator.fetch(request).catch(() => new Response(null, { status: 502 }))
  }
}

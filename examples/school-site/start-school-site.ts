import { fileURLToPath } from 'node:url'

import { createHandler, type Outcome } from '@conversion-capi/core'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { peerAddress, serve } from '@conversion-capi/node'
import { buildTracker } from '@conversion-capi/tracker'

import { readResources } from './read-resources.ts'

/** The running example. */
export interface SchoolSite {
  /** The landing page. */
  url: string
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
 * Serves the landing site, its tracker, the proxy, and in Meta's place the emulator, on one port.
 *
 * A real site differs in two lines: its handler gets `readConfig(process.env)` and no `fetch`.
 */
export async function startSchoolSite(options: SchoolSiteOptions = {}): Promise<SchoolSite> {
  const emulator = createEmulator({ pixelId: '1234567890', accessToken: 'emulator-access-token' })
  const handle = createHandler({
    config: { pixelId: '1234567890', accessToken: 'emulator-access-token' },
    fetch: emulator.fetch,
    // Browsers reach this server directly: no host in between puts their address into a header.
    clientIp: peerAddress,
    ...(options.onOutcome && { onOutcome: options.onOutcome }),
  })
  const tracker = {
    path: '/polaris.js',
    contentType: 'text/javascript; charset=utf-8',
    body: buildTracker({ name: 'polaris' }),
  }
  const pages = await readResources(fileURLToPath(new URL('public', import.meta.url)))

  const server = await serve({
    handle,
    resources: [...pages, tracker],
    fetch: answerForMeta,
    ...(options.port !== undefined && { port: options.port }),
    hostname: '127.0.0.1',
  })
  return {
    url: `${server.url}/`,
    emulatorUrl: `${server.url}/emulator/`,
    emulator,
    close: () => server.close(),
  }

  async function answerForMeta(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/emulator/')) return new Response('Not found', { status: 404 })
    // Told to fail, the emulator rejects as fetch does; over HTTP that is what a gateway says.
    return emulator.fetch(request).catch(() => new Response(null, { status: 502 }))
  }
}

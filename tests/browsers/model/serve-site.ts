import { createHandler, createRedelivery, type ServerEvent } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'

import {
  type PostedEvent,
  reply,
  type SchoolHost,
  type SchoolServer,
} from '../tracker/school-server.ts'
import type { Visit } from './model.ts'
import { buildSiteTracker, PATHS, renderPage, type SiteName } from './site.ts'

const PIXEL = { pixelId: '770000000000077', accessToken: 'EAAUnit0123456789Token' }
const CONFIG = { ...PIXEL, retries: 0 }

export interface ServedSite extends SchoolHost {
  events: ReturnType<typeof createEmulator>['events']
  /** The last segments of the `_fbp` cookies that the tracker has created. */
  visitors: string[]
  /** Sets the time of the pages, and their decision. */
  setTime: (time: number) => void
  /** Holds the responses of the proxy until {@link release}. */
  hold: () => void
  release: () => void
  isBusy: () => boolean
}

let sites = 0

/** Serves a site with the proxy and an emulator. The network of the visit decides where a request ends. */
export function serveSite(server: SchoolServer, site: SiteName, visit: Visit): ServedSite {
  const host = server.add(`journey-${++sites}.school.localhost`)
  const emulator = createEmulator(PIXEL)
  const fetch: typeof globalThis.fetch = (...args) =>
    ['fine', 'lost', 'gone'].includes(visit.network)
      ? emulator.fetch(...args)
      : Promise.resolve(
          Response.json({ error: {} }, { status: visit.network === 'declined' ? 400 : 503 }),
        )
  const redeliver = createRedelivery({ config: CONFIG, fetch: emulator.fetch })
  const handle = createHandler({ config: CONFIG, fetch })
  const keep = (event: ServerEvent) => redeliver(event)
  const handleWithQueue = createHandler({ config: CONFIG, fetch, keep })
  const held: PostedEvent[] = []
  let isHeld = false
  let responding = 0

  for (const path of PATHS) host.pages[path.split('?')[0]!] = renderPage(site)
  host.scripts['/polaris.js'] = buildSiteTracker(site)
  host.onPost = (post) => void (isHeld ? held.push(post) : respond(post))
  return Object.assign(host, {
    events: emulator.events,
    visitors: [],
    setTime(time: number) {
      host.pages['/now'] = JSON.stringify({ time, decision: visit.decision })
    },
    hold: () => void (isHeld = true),
    release() {
      isHeld = false
      for (const post of held.splice(0)) void respond(post)
    },
    isBusy: () => responding > 0,
  })

  async function respond({ body, response }: PostedEvent): Promise<void> {
    responding++
    const { network } = visit
    if (network === 'misrouted') response.writeHead(404).end('Not found')
    else {
      const request = new Request(host.url + CONVERSION_PATH, { method: 'POST', body })
      const result = await (network === 'queued' ? handleWithQueue : handle)(request)
      if (network === 'gone') {
        response.writeHead(200, { 'Content-Length': 100 })
        response.write('{', () => response.socket!.end())
      } else if (network === 'lost') reply(response, 503, {})
      else reply(response, result.status, (await result.json()) as object)
    }
    responding--
  }
}

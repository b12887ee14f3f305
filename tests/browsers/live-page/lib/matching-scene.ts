import type { Emulator } from '@conversion-capi/emulator'
import type { Browser, Request, Route } from 'playwright-core'

import type { Clock } from './mixed-scene.ts'
import { createSenders, VISITOR_HASHES } from './senders.ts'

const INIT = `fbq('init', '1234567890')`
const MATCH_KEYS = JSON.stringify({ ...VISITOR_HASHES, external_id: 'Member 4711' })

/** Sends a Lead without advanced matching, and the same Lead with it, both from a browser and through the proxy. */
export async function playMatchingScene(
  browser: Browser,
  emulator: Emulator,
  clock: Clock,
): Promise<void> {
  const { fbp, sendFromServer } = createSenders(emulator, () => clock.ms)
  const fbc = `fb.1.${clock.ms - 3_600_000}.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB`

  await sendLead('6b1f0c3e-2d58-4a97-8e14-3c7d5a9b0f21', INIT)
  clock.ms += 46_000
  await sendLead(
    'd27a94e5-7c03-4f6b-b1d8-50e9c2a6f738',
    `${INIT}; fbq('init', '1234567890', ${MATCH_KEYS})`,
  )

  async function sendLead(event_id: string, init: string): Promise<void> {
    await callPixel(browser, emulator, {
      path: '/trial-lesson',
      calls: `${init}; fbq('track', 'Lead', { content_name: 'Trial lesson' }, { eventID: '${event_id}' })`,
      now: clock.ms,
      cookies: { _fbp: fbp, _fbc: fbc },
    })
    clock.ms += 12
    await sendFromServer({
      event_name: 'Lead',
      event_id,
      page: '/trial-lesson',
      custom_data: { content_name: 'Trial lesson' },
      isKnown: true,
      external_id: 'Member 4711',
      fbc,
    })
  }
}

const SITE = 'https://polaris.example'

/** What a page does with the pixel. */
export interface PixelPage {
  /** The path of the page. */
  path: string
  /** Calls of `fbq`, one of which sends an event. */
  calls: string
  /** The time of the page in milliseconds. */
  now: number
  /** The cookies of the page. */
  cookies: Record<string, string>
}

/**
 * Opens a page of polaris.example in a browser, which loads the pixel of an emulator under `/emulator/` and calls it.
 * The emulator's `allowedHosts` must contain the host. Resolves when the event has arrived.
 *
 * @throws If the emulator rejects the event.
 */
export async function callPixel(
  browser: Browser,
  emulator: Emulator,
  { path, calls, now, cookies }: PixelPage,
): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url: SITE })),
  )
  await page.route(`${SITE}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: createPage(calls) }),
  )
  await page.route(`${SITE}/emulator/**`, (route) => forward(route, route.request(), emulator))
  const arrival = page.waitForResponse(`${SITE}/emulator/tr`)
  await page.goto(SITE + path)
  const response = await arrival
  if (!response.ok()) throw new Error(await response.text())
  await context.close()
}

function createPage(calls: string): string {
  return `<!doctype html>
    <title>Polaris</title>
    <script>
      fbq = function () {
        fbq.callMethod ? fbq.callMethod.apply(fbq, arguments) : fbq.queue.push(arguments)
      }
      fbq.queue = []
      ${calls}
    </script>
    <script src="/emulator/en_US/fbevents.js"></script>`
}

async function forward(route: Route, request: Request, emulator: Emulator): Promise<void> {
  const response = await emulator.fetch(request.url(), {
    method: request.method(),
    headers: await request.allHeaders(),
    body: request.postData(),
  })
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

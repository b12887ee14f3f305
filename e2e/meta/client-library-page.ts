import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { buildTracker } from '@conversion-capi/tracker'
import { startServer } from '@conversion-capi/testing'
import { launchChromium } from '@conversion-capi/testing/chromium'
import type { Browser } from 'playwright-core'

import { CLIENT_LIBRARY } from './client-library.ts'

/** A Chromium for which every host name is this machine, and a site that answers under all of them. */
export interface AnyHost {
  browser: Browser
  port: number
  close: () => Promise<void>
}

/**
 * Every page is empty. `/tracker.js` is our finished script, `/meta.js` Meta's library for browsers. Plain
 * http, for no certificate would fit.
 */
export async function startAnyHost(): Promise<AnyHost> {
  const { port, close: closeServer } = await startServer((request, response) => {
    const [path = ''] = request.url!.split('?')
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.setHeader('Content-Type', `${type}; charset=utf-8`)
    // A page that is isolated has a clock of 5 µs, for bench/tracker.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    response.end(path === CONVERSION_PATH ? '{"ok":true}' : (SCRIPTS[path] ?? '<!doctype html>'))
  })
  const browser = await launchChromium({
    args: ['--no-proxy-server', '--host-resolver-rules=MAP * 127.0.0.1'],
  })
  return { browser, port, close }

  async function close(): Promise<void> {
    await browser.close()
    await closeServer()
  }
}

const SCRIPTS: Record<string, string> = {
  '/tracker.js': buildTracker({ name: 'polaris' }),
  '/meta.js': CLIENT_LIBRARY,
}

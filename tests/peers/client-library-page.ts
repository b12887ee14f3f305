import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { buildTracker } from '@conversion-capi/tracker'
import { startServer } from '@conversion-capi/test-support'
import { findChromium, launchChromium } from '@conversion-capi/test-support/chromium'
import type { Browser } from 'playwright-core'

/**
 * Meta's library for browsers, a script that sets `clientParamBuilder`. Its license does not allow a copy in
 * this repository.
 */
export const CLIENT_LIBRARY: string = readFileSync(
  fileURLToPath(import.meta.resolve('meta-capi-param-builder-clientjs')),
  'utf8',
)

/** The functions of the library that are compared. */
export interface ClientParamBuilder {
  processAndCollectAllParams: () => Promise<{ _fbp?: string; _fbc?: string }>
  getNormalizedAndHashedPII: (
    value: string,
    type: 'email' | 'phone' | 'first_name' | 'last_name',
  ) => string | null
}

/** A Chromium that resolves every hostname to this machine, and a site that serves all of them. */
export interface AnyHost {
  browser: Browser
  port: number
  close: () => Promise<void>
}

/**
 * Starts the browser and the site. Every page is empty. `/tracker.js` is our built script, `/meta.js` is Meta's
 * library for browsers. Uses plain HTTP, because no certificate matches every hostname.
 */
export async function startAnyHost(): Promise<AnyHost> {
  const { port, close: closeServer } = await startServer((request, response) => {
    const [path = ''] = request.url!.split('?')
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` })
    response.end(path === CONVERSION_PATH ? '{"ok":true}' : (SCRIPTS[path] ?? '<!doctype html>'))
  })
  const browser = await launchChromium({
    // Its headless shell reports no SameSite attribute of cookies.
    executablePath: findChromium(),
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

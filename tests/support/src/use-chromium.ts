/**
 * Chromium for the tests of a file or a `describe`. A separate entry because it needs Vitest.
 *
 * @module
 */

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

import { launchChromium } from './lib/launch-chromium.ts'

/** Starts Chromium before the tests, and closes it afterwards. `browser` is set while they run. */
export function useChromium(): { browser: Browser } {
  const chromium = {} as { browser: Browser }
  beforeAll(async () => {
    chromium.browser = await launchChromium()
  })
  afterAll(() => chromium.browser?.close())
  return chromium
}

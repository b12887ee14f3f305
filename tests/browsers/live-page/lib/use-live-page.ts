import { launchChromium } from '@conversion-capi/test-support/chromium'
import type { EmulatorOptions } from '@conversion-capi/emulator'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'

import { type LivePage, openLivePage, type RunningEmulator, startEmulator } from './live-page.ts'

export type UsedLivePage = LivePage & Omit<RunningEmulator, 'close'> & { browser: Browser }

/** Opens a live page before the tests of a file, and clears it before each of them. */
export function useLivePage(options?: EmulatorOptions): UsedLivePage {
  const live = {} as UsedLivePage
  let running: RunningEmulator

  beforeAll(async () => {
    running = await startEmulator(options)
    live.browser = await launchChromium()
    Object.assign(live, running, await openLivePage(live.browser, running.url))
  })

  beforeEach(async () => {
    live.emulator.setFaults({})
    live.emulator.clear()
    await live.page.reload()
  })

  afterAll(async () => {
    await live.browser?.close()
    await running?.close()
  })

  return live
}

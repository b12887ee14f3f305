import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { inject } from 'vitest'

import { CHROMIUM_FLAGS } from './chromium-flags.ts'

/** Starts the machine's Chromium. */
export function launchChromium({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
    executablePath: inject('chromium'),
    args: [...CHROMIUM_FLAGS, ...args],
  })
}

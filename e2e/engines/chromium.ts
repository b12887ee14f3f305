import { CHROMIUM_FLAGS, findChromium } from '@conversion-capi/testing/chromium'
import type { Engine } from './engine.ts'

export const CHROMIUM: Engine = {
  name: 'Chromium',
  packages: ['chromium'],

  find() {
    try {
      return findChromium()
    } catch {
      return undefined
    }
  },

  start(executable, profile, { url, proxyPort }) {
    return {
      file: executable,
      args: [
        ...CHROMIUM_FLAGS,
        // A page that is left is to be gone: in the back/forward cache it could finish what it began.
        '--disable-features=BackForwardCache,HttpsUpgrades',
        `--proxy-server=http://127.0.0.1:${proxyPort}`,
        `--user-data-dir=${profile}`,
        url,
      ],
    }
  },
}

import type { Finding } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'

import { fileOf, textOf } from '../site/read-files.ts'
import { finding } from './check-rules.ts'

/** Code that is for development only, by the code of its finding. */
const DEVELOPMENT = {
  'emulator-pixel':
    /(?:\/emulator\/|(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\/)[^"'`\s<>]*fbevents\.js/,
  // The second part is a message of the debug mode.
  'tracker-debug':
    /\btracker\.debug\.js\b(?! for the reason)|conversion-capi: \$\{\w+\} was delivered\./,
} as const

/** Finds the pixel of the emulator, and a tracker in debug mode, in files that are published. */
export function* checkProduction(folder: string, files: ServedResource[]): Generator<Finding> {
  for (const file of files) {
    if (!/^text\/(?:html|javascript)/.test(file.contentType)) continue
    // The ready scripts name each other.
    if (file.path.endsWith('/tracker.debug.js')) continue
    const text = textOf(file)
    for (const code of ['emulator-pixel', 'tracker-debug'] as const) {
      const offset = text.search(DEVELOPMENT[code])
      if (offset === -1) continue
      const line = text.slice(0, offset).split('\n').length
      yield finding(code, { file: fileOf(folder, file.path), line }, {})
    }
  }
}

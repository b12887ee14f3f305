import type { Finding } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import type { Place } from '@conversion-capi/meta/terminal'

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

export function* checkProduction(folder: string, files: ServedResource[]): Generator<Finding> {
  for (const file of files) {
    if (!/^text\/(?:html|javascript)/.test(file.contentType)) continue
    // The ready scripts name each other.
    if (file.path.endsWith('/tracker.debug.js')) continue
    const text = textOf(file)
    for (const code of ['emulator-pixel', 'tracker-debug'] as const) {
      const offset = text.search(DEVELOPMENT[code])
      if (offset !== -1) yield finding(code, placeIn(folder, file, text, offset), {})
    }
  }
}

/** An image in CSS or HTML contains any letters. */
const DATA_URL = /;base64,[A-Za-z0-9+/=]+/g

const TOKEN = /\bEAA[A-Za-z0-9]{30,}/

/** The findings do not contain the token. The known token and the format can find the same line. */
export function* checkSecrets(
  folder: string,
  files: ServedResource[],
  accessToken: string | undefined,
): Generator<Finding> {
  // A shorter string could be an ordinary word.
  const known = accessToken && accessToken.length >= 20 ? accessToken : undefined
  for (const file of files) {
    if (!/^text\/|json|xml|octet-stream/.test(file.contentType)) continue
    const text = textOf(file).replaceAll(DATA_URL, (url) => ' '.repeat(url.length))
    for (const offset of [known ? text.indexOf(known) : -1, text.search(TOKEN)]) {
      if (offset !== -1) yield finding('secret-published', placeIn(folder, file, text, offset), {})
    }
  }
}

function placeIn(folder: string, { path }: ServedResource, text: string, offset: number): Place {
  return { file: fileOf(folder, path), line: text.slice(0, offset).split('\n').length }
}

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** An HTML page of the built site. */
export interface BuiltPage {
  /** Its path on the site, such as `/guides/tracker/`. */
  path: string
  html: string
}

/** The folder of the built site, with a slash at the end. */
export const DIST: string = fileURLToPath(new URL('../../dist/', import.meta.url))

/** Reads all HTML pages. The global setup has built them. */
export function readPages(): BuiltPage[] {
  return globSync('**/*.html', { cwd: DIST })
    .toSorted()
    .map((file) => ({
      path: `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1')}`,
      html: readFileSync(DIST + file, 'utf8'),
    }))
}

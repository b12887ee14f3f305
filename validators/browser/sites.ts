import { startSchoolSite } from 'example-school-site'

import { arabic } from '../schools/arabic.ts'
import { cyrillic } from '../schools/cyrillic.ts'
import { serveSchool } from './serve-school.ts'

interface Site {
  name: string
  /** Its pages. */
  paths: string[]
  start: () => Promise<{ url: string; close: () => Promise<void> }>
}

/** The last is the page shell, as it is answered for a file that does not exist. */
const WRITTEN = ['/for-llm/', '/docs/api.html', '/no-such-file.txt']

/** Sites whose pages a browser is to look at: in English, in another alphabet, and from right to left. */
export const SITES: Site[] = [
  {
    name: 'the example site',
    paths: ['/', '/programs/physics.html', ...WRITTEN],
    start: () => startSchoolSite({ port: 0 }),
  },
  { name: 'a school in Cyrillic', paths: WRITTEN, start: () => serveSchool(cyrillic) },
  { name: 'a school in Arabic', paths: WRITTEN, start: () => serveSchool(arabic) },
]

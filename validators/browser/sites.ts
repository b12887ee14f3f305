import { fileURLToPath } from 'node:url'

import { runDev } from 'conversion-capi'

import { arabic } from '../schools/arabic.ts'
import { cyrillic } from '../schools/cyrillic.ts'
import { serveSchool } from './serve-school.ts'

interface Site {
  name: string
  /** The paths of its pages. */
  paths: string[]
  start: () => Promise<{ url: string; close: () => Promise<void> }>
}

const EXAMPLE = fileURLToPath(new URL('../../examples/school-site', import.meta.url))

/** The generated pages. A missing file returns the 404 page. */
const GENERATED = ['/for-llm/', '/docs/api.html', '/no-such-file.txt']

/** The sites for the browser tests: in English, in Cyrillic, and right to left. */
export const SITES: Site[] = [
  {
    name: 'the example site',
    paths: ['/', '/programs/physics.html', ...GENERATED],
    start: () => runDev({ dir: EXAMPLE, port: 0, runtime: false }),
  },
  { name: 'a school in Cyrillic', paths: GENERATED, start: () => serveSchool(cyrillic) },
  { name: 'a school in Arabic', paths: GENERATED, start: () => serveSchool(arabic) },
]

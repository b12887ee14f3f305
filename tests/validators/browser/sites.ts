import { arabic } from '../lib/arabic.ts'
import { serveExample, serveSchool } from '../lib/serve-site.ts'

interface Site {
  name: string
  paths: string[]
  start: () => Promise<{ url: string; close: () => Promise<void> }>
}

/** The generated pages. A missing file returns the 404 page. */
const GENERATED = ['/for-llm/', '/docs/api.html', '/no-such-file.txt']

/** The sites for the browser tests: in English, and right to left. */
export const SITES: Site[] = [
  {
    name: 'the example site',
    paths: ['/', '/programs/physics.html', ...GENERATED],
    start: serveExample,
  },
  { name: 'a school in Arabic', paths: GENERATED, start: () => serveSchool(arabic) },
]

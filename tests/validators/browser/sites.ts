import { fileURLToPath } from 'node:url'

import { serveResources } from '@conversion-capi/content/serve'
import { serve } from '@conversion-capi/node'
import { allFiles, loadProject, renderSite } from 'conversion-capi'

import { arabic } from '../schools/arabic.ts'
import { cyrillic } from '../schools/cyrillic.ts'
import { serveSchool } from './serve-school.ts'

interface Site {
  name: string
  /** The paths of its pages. */
  paths: string[]
  start: () => Promise<{ url: string; close: () => Promise<void> }>
}

const EXAMPLE = fileURLToPath(new URL('../../../examples/school-site', import.meta.url))

/** The generated pages. A missing file returns the 404 page. */
const GENERATED = ['/for-llm/', '/docs/api.html', '/no-such-file.txt']

/** The sites for the browser tests: in English, in Cyrillic, and right to left. */
export const SITES: Site[] = [
  {
    name: 'the example site',
    paths: ['/', '/programs/physics.html', ...GENERATED],
    start: serveExample,
  },
  { name: 'a school in Cyrillic', paths: GENERATED, start: () => serveSchool(cyrillic) },
  { name: 'a school in Arabic', paths: GENERATED, start: () => serveSchool(arabic) },
]

/** Serves the example as it is deployed, without the additions for development. */
async function serveExample(): ReturnType<Site['start']> {
  const files = allFiles(await renderSite(await loadProject(EXAMPLE)))
  return serve({ site: serveResources(files), port: 0, hostname: '127.0.0.1', signals: false })
}

import type { Finding } from '@conversion-capi/content'

import { SCHOOL } from '../project/write-project.fixture.ts'
import { toSource } from '../site/read-site.ts'
import type { PagesProject } from '../site/site.ts'
import { checkPages } from './check-pages.ts'

export function checkFiles(
  files: Record<string, string>,
  { tracker = {} as PagesProject['site']['tracker'] } = {},
): Finding[] {
  const project = { school: SCHOOL, site: { pages: 'public', pixelId: '1234567890', tracker } }
  const sources = Object.entries(files).map(([path, body]) => {
    const contentType = path.endsWith('.js') ? 'text/javascript' : 'text/html'
    return toSource('public', { path, contentType, body })
  })
  return checkPages(project, sources)
}

import { serveResources } from '@conversion-capi/content/serve'
import { serve } from '@conversion-capi/node'

import { renderSite } from '../../render-site.ts'
import school from '../../school.config.ts'

// Runs the whole site on your own server, with Node or Bun.
const { url } = await serve({ site: serveResources(await renderSite(school)) })
console.log(`The school's page is at ${url}/`)

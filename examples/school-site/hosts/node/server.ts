import { serveResources } from '@conversion-capi/content/serve'
import { createHandler, logOutcome, readConfig } from '@conversion-capi/core'
import { serve } from '@conversion-capi/node'

import { renderSite } from '../../render-site.ts'
import school from '../../school.config.ts'

// The site on a server of one's own: with Node or Bun.
const { url } = await serve({
  handle: createHandler({ config: readConfig(process.env), onOutcome: logOutcome() }),
  fetch: serveResources(await renderSite(school)),
})
console.log(`The school's page is at ${url}/`)

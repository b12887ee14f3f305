import { serveResources } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createFunction } from '@conversion-capi/deno'

import { renderSite } from '../../render-site.ts'
import school from '../../school.config.ts'

const handle = createFunction()
const serveSite = serveResources(await renderSite(school))

Deno.serve((request, info) =>
  new URL(request.url).pathname === CONVERSION_PATH ? handle(request, info) : serveSite(request),
)

import { readFileSync } from 'node:fs'

import { serveResources } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createFunction } from '@conversion-capi/deno'

const { files } = JSON.parse(readFileSync(new URL('files.json', import.meta.url), 'utf8'))
for (const file of files) file.body = readFileSync(new URL(file.file, import.meta.url))

const handle = createFunction()
const serveSite = serveResources(files)

// Deno Deploy ignores the port.
Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8000) }, (request, info) =>
  new URL(request.url).pathname === CONVERSION_PATH ? handle(request, info) : serveSite(request),
)

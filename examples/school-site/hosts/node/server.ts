import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { serveResources } from '@conversion-capi/content/serve'
import { serve } from '@conversion-capi/node'

const { files } = JSON.parse(readFileSync(new URL('files.json', import.meta.url), 'utf8'))
for (const file of files) file.body = readFileSync(new URL(file.file, import.meta.url))

// Events wait here while Meta is down. Next to this folder, because the next build replaces it.
const queue = process.env.META_QUEUE_FILE ?? join(import.meta.dirname, '../queue/events.sqlite')
const { url } = await serve({ site: serveResources(files), queue })
console.log(`The site is at ${url}/`)

import { readFileSync } from 'node:fs'

import { serveResources } from '@conversion-capi/content/serve'
import { serve } from '@conversion-capi/node'

const { files } = JSON.parse(readFileSync(new URL('files.json', import.meta.url), 'utf8'))
for (const file of files) file.body = readFileSync(new URL(file.file, import.meta.url))

const { url } = await serve({ site: serveResources(files) })
console.log(`The site is at ${url}/`)

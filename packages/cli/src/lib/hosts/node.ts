import { type HostRecord, READ_FILES } from './host-record.ts'

const SERVER = `import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { serveResources } from '@conversion-capi/content/serve'
import { serve } from '@conversion-capi/node'

${READ_FILES}
// Events wait here while Meta is down. Next to this folder, because the next build replaces it.
const queue = process.env.META_QUEUE_FILE ?? join(import.meta.dirname, '../queue/events.sqlite')
const { url } = await serve({ site: serveResources(files), queue })
console.log(\`The site is at \${url}/\`)
`

export const node: HostRecord = {
  meaning: 'pages and function on your own server or in a container, with Node.js',
  copied: ['server.ts'],
  template: () => ({
    files: { 'server.ts': SERVER },
    dependencies: ['@conversion-capi/content', '@conversion-capi/node'],
  }),
  negotiates: true,
}

import type { Answers } from './questions.ts'

/** A file that `init` writes. */
export interface TemplateFile {
  /** Relative to the project. */
  path: string
  body: string
}

/** The files of a host: its function, its settings and the packages these import. */
export interface HostTemplate {
  /** Written as they are, unless they exist. */
  files: TemplateFile[]
  /** Merged into the settings that the project already has. */
  settings?: TemplateFile
  dependencies: string[]
}

/** Returns the template of a host. */
export function hostTemplate({
  host,
  name,
  url,
}: Pick<Answers, 'host' | 'name' | 'url'>): HostTemplate {
  switch (host) {
    case 'vercel':
      return {
        files: [{ path: 'api/conversion-capi.ts', body: createFunction('vercel') }],
        settings: {
          path: 'vercel.json',
          body: json({
            outputDirectory: 'public',
            rewrites: [
              { source: '/functions/v1/conversion-capi', destination: '/api/conversion-capi' },
            ],
          }),
        },
        dependencies: ['@conversion-capi/vercel'],
      }
    case 'netlify':
      return {
        files: [
          {
            path: 'netlify/functions/conversion-capi.ts',
            body: `${createFunction('netlify')}export const config = { path: '/functions/v1/conversion-capi' }\n`,
          },
        ],
        settings: {
          path: 'netlify.toml',
          body: '[build]\npublish = "public"\n\n[functions]\nnode_bundler = "esbuild"\n',
        },
        dependencies: ['@conversion-capi/netlify'],
      }
    case 'cloudflare':
      return {
        files: [
          {
            path: 'worker.ts',
            body: `import { createWorker } from '@conversion-capi/cloudflare'\n\nexport default createWorker()\n`,
          },
        ],
        settings: {
          path: 'wrangler.jsonc',
          body: json({
            name: workerName(url, name),
            main: 'worker.ts',
            compatibility_date: '2026-07-01',
            assets: {
              directory: 'public',
              binding: 'ASSETS',
              run_worker_first: ['/functions/v1/conversion-capi'],
            },
          }),
        },
        dependencies: ['@conversion-capi/cloudflare'],
      }
    case 'deno':
      return {
        files: [{ path: 'main.ts', body: DENO }],
        dependencies: [
          '@conversion-capi/content',
          '@conversion-capi/core',
          '@conversion-capi/deno',
        ],
      }
    case 'supabase':
      return {
        files: [
          {
            path: 'supabase/functions/conversion-capi/index.ts',
            body: `import { createFunction } from '@conversion-capi/deno'\n\nDeno.serve(createFunction())\n`,
          },
          {
            path: 'supabase/config.toml',
            body: `# The endpoint is public: visitors' browsers have no token.\n[functions.conversion-capi]\nverify_jwt = false\n`,
          },
        ],
        dependencies: ['@conversion-capi/deno'],
      }
    case 'node':
      return {
        files: [{ path: 'server.ts', body: NODE }],
        dependencies: ['@conversion-capi/content', '@conversion-capi/node'],
      }
  }
}

function createFunction(adapter: string): string {
  return `import { createFunction } from '@conversion-capi/${adapter}'\n\nexport default createFunction()\n`
}

const READ_FILES = `// Written by \`conversion-capi build\`, with the type and the headers of each file.
const { files } = JSON.parse(readFileSync(new URL('files.json', import.meta.url), 'utf8'))
for (const file of files) file.body = readFileSync(new URL(file.file, import.meta.url))
`

const NODE = `import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { serveResources } from '@conversion-capi/content/serve'
import { serve } from '@conversion-capi/node'

${READ_FILES}
// Events wait here while Meta is down. Next to this folder, because the next build replaces it.
const queue = process.env.META_QUEUE_FILE ?? join(import.meta.dirname, '../queue/events.sqlite')
const { url } = await serve({ site: serveResources(files), queue })
console.log(\`The site is at \${url}/\`)
`

const DENO = `import { readFileSync } from 'node:fs'

import { serveResources } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createFunction } from '@conversion-capi/deno'

${READ_FILES}
const handle = createFunction()
const serveSite = serveResources(files)

// Deno Deploy ignores the port.
Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8000) }, (request, info) =>
  new URL(request.url).pathname === CONVERSION_PATH ? handle(request, info) : serveSite(request),
)
`

/** Names of Workers have lowercase letters, digits and hyphens. */
function workerName(url: string, name: string): string {
  const { hostname } = new URL(url)
  return hostname.replaceAll('.', '-').slice(0, 54) || name
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

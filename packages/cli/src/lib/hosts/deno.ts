import manifest from '../../../package.json' with { type: 'json' }
import { type HostRecord, READ_FILES } from './host-record.ts'

const SERVER = `import { readFileSync } from 'node:fs'

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

export const deno: HostRecord = {
  meaning: 'pages and function on Deno Deploy or your own server',
  copied: ['main.ts'],
  signs: ['deno.json', 'deno.jsonc'],
  template: () => ({
    files: { 'main.ts': SERVER },
    dependencies: ['@conversion-capi/content', '@conversion-capi/core', '@conversion-capi/deno'],
  }),
  negotiates: true,
  packages: 'packages',
}

const FUNCTION = 'supabase/functions/conversion-capi/index.ts'
const ADAPTER = '@conversion-capi/deno'
const CONFIG = 'supabase/config.toml'

export const supabase: HostRecord = {
  meaning: 'the function on Supabase (has a free plan), the pages on any web space',
  copied: ['supabase/functions'],
  settings: CONFIG,
  signs: [CONFIG],
  // Supabase ignores the `package.json` of an app. The build of pages tells it where the packages are.
  template: ({ output }) => ({
    files: {
      [FUNCTION]: renderSupabaseFunction(
        output === undefined ? ADAPTER : `npm:${ADAPTER}@^${manifest.version}`,
      ),
    },
    settings: `[functions.conversion-capi]\n# The endpoint is public: visitors' browsers have no token.\nverify_jwt = false\n`,
    dependencies: output === undefined ? [ADAPTER] : [],
  }),
  // Supabase deploys files in this folder only. It does not deploy folders that start with "_" as functions.
  packages: 'supabase/functions/_packages',
}

function renderSupabaseFunction(adapter: string): string {
  return `import { createFunction } from '${adapter}'\n\nDeno.serve(createFunction())\n`
}

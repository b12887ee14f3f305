import { describeConformance, overHttp } from '@conversion-capi/conformance'
import { startProcess } from '@conversion-capi/test-support'
import { inject } from 'vitest'

import { describeHost } from './lib/describe-host.ts'
import { findBin } from './lib/find-bin.ts'
import type { Running } from './lib/runtime.ts'

const DENO_RETRIES = {
  'stops after three attempts: reset':
    'Deno’s fetch retries by itself if a keep-alive connection is reset before the response. The event ID is the same.',
}

describeHost({
  name: 'Deno',
  project: 'deno',
  decidedByTheHost: DENO_RETRIES,
  preview: {
    signal: 'DENO_TIMELINE is "preview/1a2b3c"',
    env: { DENO_TIMELINE: 'preview/1a2b3c' },
  },
  start: (site, env) => startDeno('main.ts', site, env),
})

// Supabase serves functions only. Its gateway removes /functions/v1/ from the path.
describeConformance(
  'Deno, the Supabase layout',
  async (env) => {
    const main = 'hosts/supabase/supabase/functions/conversion-capi/index.ts'
    const { origin, close } = await startDeno(main, inject('site'), env)
    return { handle: overHttp(origin), close }
  },
  { decidedByTheHost: DENO_RETRIES },
)

function startDeno(main: string, site: string, env: Record<string, string>): Promise<Running> {
  const args = ['run', '--no-prompt', '--allow-net', '--allow-env', '--allow-read', main]
  return startProcess(process.execPath, [findBin('deno'), ...args], {
    cwd: site,
    env: (port) => ({
      ...env,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_NO_UPDATE_CHECK: '1',
    }),
  })
}

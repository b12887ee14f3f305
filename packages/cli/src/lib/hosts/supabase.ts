import { runWithDeno } from './deno.ts'
import type { HostRecord } from './host-record.ts'

const FUNCTION = 'supabase/functions/conversion-capi/index.ts'
const CONFIG = 'supabase/config.toml'

export const supabase: HostRecord = {
  meaning: 'only the function, on Supabase (has a free plan)',
  copied: ['supabase/functions', CONFIG],
  signs: [CONFIG],
  template: () => ({
    files: {
      [FUNCTION]: `import { createFunction } from '@conversion-capi/deno'\n\nDeno.serve(createFunction())\n`,
      [CONFIG]: `# The endpoint is public: visitors' browsers have no token.\n[functions.conversion-capi]\nverify_jwt = false\n`,
    },
    dependencies: ['@conversion-capi/deno'],
  }),
  runtime: runWithDeno(FUNCTION),
  // Supabase deploys files in this folder only. It does not deploy folders that start with "_" as functions.
  packages: 'supabase/functions/_packages',
}

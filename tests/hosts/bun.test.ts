import { join } from 'node:path'

import { describeHost } from './lib/describe-host.ts'
import { RUNTIMES } from './lib/find-bin.ts'
import { startProcess } from '@conversion-capi/test-support'

// The `bun` package links its binary in an install script, and install scripts do not run here.
const BUN = join(RUNTIMES, `node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`)

describeHost({
  name: 'Bun',
  project: 'node',
  keepsEvents: true,
  start: (site, env) => startProcess(BUN, ['server.ts'], { cwd: site, env }),
})

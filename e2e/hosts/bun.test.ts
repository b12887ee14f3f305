import { join } from 'node:path'

import { describeHost } from './lib/describe-host.ts'
import { RUNTIMES } from './lib/find-bin.ts'
import { getPort, startProcess } from '@conversion-capi/testing'

// Bun's own package puts it in place with an install script, and none is run.
const BUN = join(RUNTIMES, `node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`)

describeHost({
  name: 'Bun',
  project: 'whole',
  async start(site, env) {
    const port = await getPort()
    return startProcess(BUN, ['hosts/node/server.ts'], {
      cwd: site,
      env: { ...env, PORT: String(port) },
      origin: `http://127.0.0.1:${port}`,
    })
  },
})

import { findNode } from './lib/find-node.ts'
import { describeHost } from './lib/describe-host.ts'
import { getPort, startProcess } from '@conversion-capi/testing'
import type { Runtime } from './lib/runtime.ts'

for (const version of ['22.23.3', '24.21.0']) describeHost(node(version))

function node(version: string): Runtime {
  return {
    name: `Node ${version}`,
    project: 'whole',
    async start(site, env) {
      const port = await getPort()
      return startProcess(findNode(version), ['hosts/node/server.ts'], {
        cwd: site,
        env: { ...env, PORT: String(port) },
        origin: `http://127.0.0.1:${port}`,
      })
    },
  }
}

import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'

import { startProcess } from '@conversion-capi/test-support'

import { describeHost } from './lib/describe-host.ts'
import type { Runtime } from './lib/runtime.ts'

for (const version of ['22.23.3', '24.21.0']) describeHost(node(version))

function node(version: string): Runtime {
  return {
    name: `Node ${version}`,
    project: 'node',
    keepsEvents: true,
    start: async (site, env) => startProcess(findNode(version), ['server.ts'], { cwd: site, env }),
  }
}

/** Returns the path of this version's binary, from npm's cache or the registry. */
function findNode(version: string): string {
  if (process.versions.node === version) return process.execPath
  const args = ['--yes', '--loglevel=error', '-p', `node@${version}`]
  const { status, stdout, stderr } = spawnSync('npx', [...args, '-c', 'node -p process.execPath'], {
    cwd: tmpdir(),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm could not install Node ${version}:\n${stderr}`)
  return stdout.trim().split('\n').pop()!
}

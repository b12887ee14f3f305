import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'

/** The binary of a version of Node, from npm's cache or the registry. */
export function findNode(version: string): string {
  if (process.versions.node === version) return process.execPath
  const args = [
    '--yes',
    '--loglevel=error',
    '-p',
    `node@${version}`,
    '-c',
    'node -p process.execPath',
  ]
  const { status, stdout, stderr } = spawnSync('npx', args, { cwd: tmpdir(), encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`Node ${version} cannot be had from the npm registry:\n${stderr}`)
  return stdout.trim().split('\n').pop()!
}

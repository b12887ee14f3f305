import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { bundle } from '../../lib/bundle.ts'
import type { Peer } from './peers.ts'

/**
 * Installs the peers from the registry. They are not dependencies of this repository.
 *
 * @param folder An empty folder to install into. Install scripts do not run.
 * @returns The code that a page loads of each peer, in the same order.
 */
export async function fetchPeers(peers: Peer[], folder: string): Promise<string[]> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const packages = peers.flatMap((peer) =>
    Object.entries({ [peer.package]: peer.version, ...peer.with }).map((entry) => entry.join('@')),
  )
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']
  await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder })
  return Promise.all(peers.map((peer) => readScript(peer, folder)))
}

function readScript(peer: Peer, folder: string): Promise<string> {
  if (peer.file) return readFile(join(folder, 'node_modules', peer.package, peer.file), 'utf8')
  const names = [peer.package, ...Object.keys(peer.with ?? {})]
  const contents = names.map((name, at) => `export * as package${at} from '${name}'`).join('\n')
  return bundle(contents, folder, { format: 'esm', target: 'es2020', legalComments: 'none' })
}

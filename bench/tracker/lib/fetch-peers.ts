import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { bundlePeer } from './bundle-peer.ts'
import type { Peer } from './peers.ts'

/**
 * Gets the peers from the registry: they are no dependencies of this repository.
 *
 * @param folder An empty folder, for npm to install into. No script of a package runs.
 * @returns What a page loads of each, in the same order.
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
  return bundlePeer([peer.package, ...Object.keys(peer.with ?? {})], folder)
}

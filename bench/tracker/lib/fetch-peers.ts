import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

import { build } from 'esbuild'

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
  return bundlePeer([peer.package, ...Object.keys(peer.with ?? {})], folder)
}

/** Bundles and minifies installed packages. Returns the code that a page loads initially, without dynamically imported modules. */
async function bundlePeer(packages: string[], folder: string): Promise<string> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: packages,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    legalComments: 'none',
    logLevel: 'error',
    outdir: folder,
    write: false,
    metafile: true,
  })
  const { outputs } = metafile
  const loaded = new Set<string>()
  for (const path of Object.keys(outputs)) if (isEntry(path)) load(path)
  return outputFiles
    .filter(({ path }) => loaded.has(relative(folder, path).replaceAll('\\', '/')))
    .map(({ text }) => text)
    .join('')

  function isEntry(path: string): boolean {
    // Dynamically imported modules have an entry point too.
    return packages.some((name) => outputs[path]!.entryPoint?.includes(`${name}/`))
  }

  function load(path: string): void {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { kind, path: imported } of outputs[path]!.imports) {
      if (kind === 'import-statement') load(imported)
    }
  }
}

import { readFile } from 'node:fs/promises'
import { parseTarGzip } from 'nanotar'
import { exec } from 'tinyexec'

import { findPackages, ROOT } from './find-packages.ts'

export type PackedPackage = Awaited<ReturnType<typeof readPackage>>

interface Manifest {
  name: string
  version: string
  exports: Record<string, string | { types: string; default: string }>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  [field: string]: unknown
}

/**
 * Packs every published package of this workspace, which must be built.
 *
 * @param into The absolute path of the folder for the tarballs. It is created if it does not exist.
 */
export async function packPackages(into: string): Promise<PackedPackage[]> {
  const filters = findPackages().map(({ name }) => `--filter=${name}`)
  const { stdout } = await exec(
    'pnpm',
    ['--recursive', ...filters, 'pack', '--json', '--pack-destination', into],
    { nodeOptions: { cwd: ROOT }, throwOnError: true },
  )
  const packed: { filename: string }[] = JSON.parse(stdout)
  return Promise.all(packed.map(({ filename }) => readPackage(filename)))
}

export async function readPackage(tarball: string) {
  const entries = await parseTarGzip(await readFile(tarball))
  const texts = new Map(entries.map(({ name, text }) => [name.slice('package/'.length), text]))
  const manifest: Manifest = JSON.parse(texts.get('package.json')!)
  return {
    name: manifest.name,
    tarball,
    manifest,
    /** Paths relative to the package, with `/`. */
    files: [...texts.keys()],
    read: (file: string) => texts.get(file)!,
  }
}

import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Package } from './find-packages.ts'
import { run } from './run.ts'

export interface PackedPackage {
  tarball: string
  manifest: Manifest
  /** Relative to the package, with `/`. */
  files: string[]
  read(file: string): Promise<string>
}

export interface Manifest {
  name: string
  exports: Record<string, string | { types: string; default: string }>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Packs a package as it would be published, and unpacks it to see what is inside. */
export async function pack({ name, folder }: Package, into: string): Promise<PackedPackage> {
  const unpacked = join(into, name.replace(/\W+/g, '-'))
  await mkdir(unpacked, { recursive: true })
  await run('pnpm', ['pack', '--pack-destination', unpacked], folder)
  const [file] = await readdir(unpacked)
  const tarball = join(unpacked, file!)
  await run('tar', ['-xzf', file!], unpacked)

  const root = join(unpacked, 'package')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return {
    tarball,
    manifest: JSON.parse(await read('package.json')),
    files: entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .map((path) => path.replaceAll('\\', '/')),
    read,
  }

  function read(path: string): Promise<string> {
    return readFile(join(root, path), 'utf8')
  }
}

import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseTarGzip } from 'nanotar'
import { exec } from 'tinyexec'

import { findPackages, type WorkspacePackage } from './find-packages.ts'
import { readRepository } from './repository.ts'
import { resolveReadme } from './resolve-readme.ts'
import { rewriteTarball } from './rewrite-tarball.ts'

/** The tarball of a package and its contents. */
export interface PackedPackage {
  name: string
  /** The absolute path. */
  tarball: string
  manifest: {
    version: string
    exports: Record<string, string | { types: string; default: string }>
    dependencies?: Record<string, string>
    peerDependencies?: Record<string, string>
    [field: string]: unknown
  }
  /** Paths relative to the package, with `/`. */
  files: string[]
  /** Returns the text of one of `files`. */
  read: (file: string) => string
}

/**
 * Packs every published package of this workspace as it is published: with a README whose links work on npm.
 *
 * @param into The folder for the tarballs. It is created if it does not exist.
 * @throws {Error} If a package has not been built.
 */
export async function packPackages(into: string): Promise<PackedPackage[]> {
  await mkdir(into, { recursive: true })
  return Promise.all(findPackages().map((each) => pack(each, into)))
}

async function pack(
  { name, version, directory, folder }: WorkspacePackage,
  into: string,
): Promise<PackedPackage> {
  if (!existsSync(join(folder, 'dist'))) {
    throw new Error(`${name} has no dist folder. Run "pnpm build:packages" first.`)
  }
  const tarball = join(into, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  await exec('pnpm', ['pack', '--out', tarball], {
    nodeOptions: { cwd: folder },
    throwOnError: true,
  })
  await rewriteTarball(tarball, (path, text) =>
    path === 'README.md' ? resolveReadme(text, directory, readRepository()) : text,
  )
  return readPackage(tarball)
}

/**
 * Reads the tarball of a package.
 *
 * @param tarball Its absolute path.
 */
export async function readPackage(tarball: string): Promise<PackedPackage> {
  const entries = await parseTarGzip(await readFile(tarball))
  const texts = new Map(entries.map(({ name, text }) => [name.slice('package/'.length), text]))
  const manifest = JSON.parse(texts.get('package.json')!)
  return {
    name: manifest.name,
    tarball,
    manifest,
    files: [...texts.keys()],
    read: (file) => texts.get(file)!,
  }
}

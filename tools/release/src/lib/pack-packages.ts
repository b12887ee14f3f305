import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createTar, parseTarGzip } from 'nanotar'
import { exec } from 'tinyexec'

import { findPackages, type WorkspacePackage } from './find-packages.ts'
import { readRepository } from './repository.ts'
import { resolveLinks } from './resolve-links.ts'

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

/**
 * Replaces the relative links of a package's README, because npm does not resolve those that leave the package.
 *
 * - Links to a published package lead to its page on npm.
 * - Other links and images lead to the repository.
 *
 * @param directory The folder of the package in the repository.
 * @param repository The public URL of the repository. Without it, only links to packages stay.
 */
export function resolveReadme(
  markdown: string,
  directory: string,
  repository: string | undefined,
): string {
  const packages = findPackages()
  return resolveLinks(markdown, `${directory}/README.md`, ({ path, isFolder, isImage, hash }) => {
    const name = packages.find((each) =>
      [each.directory, `${each.directory}/README.md`].includes(path),
    )?.name
    if (name) return `https://www.npmjs.com/package/${name}${hash}`
    if (repository === undefined) return undefined
    const view = isImage ? 'raw' : isFolder ? 'tree' : 'blob'
    return `${repository}/${view}/HEAD/${path}${hash}`
  })
}

/**
 * Rewrites the files of a package's tarball.
 *
 * @param tarball The path of the tarball, which is replaced.
 * @param rewrite Returns the new text of a file. `path` is relative to the package.
 * @throws {Error} If a path is too long for the format.
 */
export async function rewriteTarball(
  tarball: string,
  rewrite: (path: string, text: string) => string,
): Promise<void> {
  const entries = await parseTarGzip(await readFile(tarball))
  const rewritten = entries.map(({ name, attrs, text }) => {
    // nanotar would truncate it.
    if (name.length > 100) throw new Error(`The path ${name} is longer than 100 characters.`)
    const data = rewrite(name.slice('package/'.length), text)
    // nanotar reads seconds and writes milliseconds.
    return { name, attrs: { ...attrs, mtime: (attrs?.mtime ?? 0) * 1000 }, data }
  })
  // The end of an archive is 1,024 zero bytes, which nanotar does not always write.
  const archive = Buffer.concat([createTar(rewritten), Buffer.alloc(1024)])
  await writeFile(tarball, gzipSync(archive, { level: 9 }))
}

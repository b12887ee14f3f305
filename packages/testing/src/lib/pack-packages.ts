import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { run } from './run.ts'

/** A published package of this workspace. */
export interface WorkspacePackage {
  name: string
  folder: string
}

/** The tarball of a package and its contents. */
export interface PackedPackage {
  name: string
  tarball: string
  manifest: {
    exports: Record<string, string | { types: string; default: string }>
    dependencies?: Record<string, string>
    peerDependencies?: Record<string, string>
  }
  /** Paths relative to the package, with `/`. */
  files: string[]
  /** Reads one of `files`. */
  read: (file: string) => Promise<string>
}

/**
 * Packs every published package of this workspace.
 *
 * @param into The folder for the tarballs. It is created if it does not exist.
 * @throws {Error} If a package has not been built.
 */
export async function packPackages(into: string): Promise<PackedPackage[]> {
  return Promise.all(findPackages().map((each) => pack(each, into)))
}

/**
 * Returns every published package of this workspace.
 *
 * @throws {Error} If a package has not been built.
 */
export function findPackages(): WorkspacePackage[] {
  return globSync('{packages,adapters}/*/package.json', { cwd: ROOT })
    .map((path) => join(ROOT, path))
    .map((path) => ({ ...JSON.parse(readFileSync(path, 'utf8')), folder: dirname(path) }))
    .filter(({ private: isPrivate }) => !isPrivate)
    .map(({ name, folder }) => {
      if (!existsSync(join(folder, 'dist'))) {
        throw new Error(`${name} has no dist folder. Run "pnpm build" first.`)
      }
      return { name, folder }
    })
}

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * Packs a package with `pnpm pack`, as `pnpm publish` does, and unpacks the tarball.
 *
 * @param into The folder for the tarball. It is created if it does not exist.
 */
export async function pack(
  { name, folder }: WorkspacePackage,
  into: string,
): Promise<PackedPackage> {
  const unpacked = join(into, name.replace(/\W+/g, '-'))
  await mkdir(unpacked, { recursive: true })
  await run('pnpm', ['pack', '--pack-destination', unpacked], folder)
  const [file] = await readdir(unpacked)
  const tarball = join(unpacked, file!)
  await run('tar', ['-xzf', file!], unpacked)

  const root = join(unpacked, 'package')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return {
    name,
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

/**
 * Installs a project with npm, outside the workspace: our packages from their tarballs, the others from the
 * registry.
 *
 * @param folder The project. Its `package.json` is changed: every tarball becomes a dependency, because our
 *   packages depend on each other and the registry does not have them.
 * @param tarballs The path of each tarball, by package name.
 */
export async function installPacked(
  folder: string,
  tarballs: Record<string, string>,
): Promise<void> {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  const ours = Object.entries(tarballs).map(([name, tarball]) => [name, `file:${tarball}`])
  manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(ours) }
  for (const name of Object.keys(tarballs)) delete manifest.devDependencies?.[name]
  await writeFile(file, JSON.stringify(manifest, null, 2))

  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...flags], folder)
}

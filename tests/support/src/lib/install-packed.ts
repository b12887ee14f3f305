import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { run } from './run.ts'

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

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { run } from '../../packages/run.ts'

/**
 * Installs a project's dependencies as for somebody who has it alone: ours from the packed tarballs, the others
 * from the registry, and none of the workspace's.
 */
export async function installPacked(
  folder: string,
  tarballs: Record<string, string>,
): Promise<void> {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  // All of ours, because some depend on others, which the registry does not have.
  const ours = Object.entries(tarballs).map(([name, tarball]) => [name, `file:${tarball}`])
  manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(ours) }
  await writeFile(file, JSON.stringify(manifest, null, 2))

  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...quietly], folder)
}

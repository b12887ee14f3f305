import { cp, mkdtemp, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const EXAMPLE = fileURLToPath(new URL('../../../examples/school-site', import.meta.url))

/** Copies the example site into a new temporary folder, and returns the folder. */
export async function copyExample(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'school-site-')))
  for (const name of ['public', 'hosts', 'school.config.ts', 'package.json']) {
    await cp(join(EXAMPLE, name), join(folder, name), { recursive: true })
  }
  await symlink(join(EXAMPLE, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createFolder } from '@conversion-capi/test-support/vitest'

const EXAMPLE = fileURLToPath(new URL('../../../examples/school-site', import.meta.url))

/** Copies the example site into a folder, by default a new one that is removed after the test. Returns the folder. */
export async function copyExample(folder?: string): Promise<string> {
  folder ??= await createFolder()
  for (const name of ['public', 'hosts', 'school.config.ts', 'package.json']) {
    await cp(join(EXAMPLE, name), join(folder, name), { recursive: true })
  }
  await symlink(join(EXAMPLE, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

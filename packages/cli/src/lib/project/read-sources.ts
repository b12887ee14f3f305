import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads the files in a folder, or the file itself. Others are empty. */
export async function readSources(path: string): Promise<{ path: string; code: string }[]> {
  const names = await readdir(path, { recursive: true }).catch(() => [''])
  const files = names.filter((name) => !/\bnode_modules\b/.test(name))
  return Promise.all(
    files.map(async (name) => {
      const file = join(path, name)
      return { path: file, code: await readFile(file, 'utf8').catch(() => '') }
    }),
  )
}

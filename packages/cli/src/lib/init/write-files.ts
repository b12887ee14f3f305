import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { CommandError } from '../report/command-error.ts'

/**
 * Writes files, all or none: if one cannot be written, those before it are restored.
 *
 * @param root The folder that the paths are relative to.
 * @param files The files.
 * @throws {CommandError} If a file cannot be written.
 */
export async function writeFiles(
  root: string,
  files: { path: string; body: string }[],
): Promise<void> {
  const undo: (() => Promise<void>)[] = []
  for (const { path, body } of files) {
    const file = join(root, path)
    const before = await readFile(file).catch(() => undefined)
    try {
      const created = await mkdir(dirname(file), { recursive: true })
      undo.unshift(async () => {
        if (before !== undefined) await writeFile(file, before)
        else await rm(created ?? file, { recursive: true, force: true })
      })
      await writeFile(file, body)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      for (const restore of undo) await restore().catch(() => {})
      throw new CommandError(
        `${file} cannot be written (${code}). Change the permissions of its folder. Nothing was written.`,
      )
    }
  }
}

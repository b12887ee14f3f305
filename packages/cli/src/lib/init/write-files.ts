import {
  access,
  constants,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { CommandError, toLine } from '@conversion-capi/meta/terminal'

import type { PlannedFile } from './plan-page.ts'

/**
 * Writes files, all or none: if one cannot be written, those before it are restored. A file that is new never
 * replaces anything, also not the target of a symbolic link.
 */
export async function writeFiles(
  root: string,
  files: Pick<PlannedFile, 'path' | 'body' | 'bytes' | 'current'>[],
): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  for (const { path, body, bytes, current } of files) {
    const file = join(root, path)
    try {
      const created = await mkdir(dirname(file), { recursive: true })
      if (created !== undefined) undo.unshift(() => rm(created, { recursive: true }))
      const before = current === undefined ? undefined : await readFile(file)
      if (before) {
        // A process that is killed leaves the old file, not half of the new one.
        const target = await realpath(file)
        const temporary = `${target}.${process.pid}.tmp`
        undo.unshift(() => rm(temporary, { force: true }))
        await writeFile(temporary, bytes ?? body, { flag: 'wx', mode: (await stat(target)).mode })
        await access(target, constants.W_OK)
        await rename(temporary, target)
        undo.unshift(() => writeFile(file, before))
      } else {
        const handle = await open(file, 'wx')
        undo.unshift(() => rm(file))
        await handle.writeFile(bytes ?? body).finally(() => handle.close())
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      for (const restore of undo) await restore().catch(() => {})
      throw new CommandError(
        code === 'EEXIST'
          ? `${toLine(file)} is a link or a folder. Replace it with a file. Nothing was written.`
          : `${toLine(file)} cannot be written (${code}). Change the permissions of its folder. Nothing was written.`,
      )
    }
  }
}

import { lstat, rename, rm, writeFile } from 'node:fs/promises'

import { CommandError } from './errors.ts'

/** @throws {CommandError} If the path exists, even if it is a link to a file that does not. */
export async function checkIsNew(path: string, flag: string): Promise<void> {
  const code = await lstat(path).then(
    () => 'EEXIST',
    (error: NodeJS.ErrnoException) => error.code,
  )
  if (code === 'ENOENT') return
  throw new CommandError(
    `The file ${path} cannot be created (${code}). Pass a new file to ${flag}.`,
  )
}

/** Replaces a file as a whole, so that it is never half-written. A link is replaced, not its target. */
export async function writeAtomically(path: string, text: string, flag: string, mode = 0o666) {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await writeFile(temporary, text, { flag: 'wx', mode, flush: true })
    await rename(temporary, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') await rm(temporary, { force: true })
    throw new CommandError(
      `The file ${path} cannot be written (${code}). Pass a file in a folder that exists to ${flag}.`,
    )
  }
}

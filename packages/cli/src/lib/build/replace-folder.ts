import { existsSync, globSync, renameSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { CommandError } from '../report/command-error.ts'

/**
 * Writes a folder completely, or leaves it as it was if `write` rejects or the process is killed.
 *
 * The files are written next to the folder, which is then swapped by two renames. If the process is killed between
 * these, the next call restores the old folder first.
 *
 * @param folder The folder to replace.
 * @param write Writes the files into the empty folder that it gets.
 * @throws {CommandError} If the parent of the folder is not writable.
 */
export async function replaceFolder(
  folder: string,
  write: (empty: string) => Promise<void>,
): Promise<void> {
  await cleanUp(folder)
  const temporary = await createTemporary(folder)
  try {
    await write(join(temporary, 'new'))
    if (existsSync(folder)) renameSync(folder, join(temporary, 'old'))
    renameSync(join(temporary, 'new'), folder)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** The process id is part of the name, so that the next call recognizes the folder of a killed process. */
async function createTemporary(folder: string): Promise<string> {
  const parent = dirname(folder)
  try {
    await mkdir(parent, { recursive: true })
    const temporary = await mkdtemp(join(parent, `.${basename(folder)}-${process.pid}-`))
    await mkdir(join(temporary, 'new'))
    return temporary
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      `The folder ${parent} is not writable (${code}). Change its permissions, or choose another output folder.`,
    )
  }
}

async function cleanUp(folder: string): Promise<void> {
  for (const name of globSync(`.${basename(folder)}-*-*`, { cwd: dirname(folder) })) {
    const [, pid] = /-(\d+)-\w{6}$/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    const old = join(dirname(folder), name, 'old')
    if (existsSync(old) && !existsSync(folder)) renameSync(old, folder)
    await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

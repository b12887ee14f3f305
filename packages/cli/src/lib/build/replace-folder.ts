import { existsSync, renameSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { CommandError } from '@conversion-capi/meta/terminal'

import { isBuild } from './build-manifest.ts'

/**
 * Replaces the folder of the last build, except what Git, hosts and package managers write into it, or leaves it as it
 * was if `write` rejects or the process is killed.
 *
 * The files are written next to the folder, which is then swapped by two renames. If the process is killed after the
 * first, the next call finishes the work.
 *
 * @throws {CommandError} If no build wrote the folder, or if its parent is not writable.
 */
export async function replaceFolder(
  folder: string,
  write: (empty: string) => Promise<void>,
): Promise<void> {
  // A long name, because what it has is deleted.
  const temporary = join(dirname(folder), `.${basename(folder)}-conversion-capi-build`)
  const [fresh, old] = [join(temporary, 'new'), join(temporary, 'old')]
  // The last call was killed between the renames, or after them.
  if (existsSync(old) && !existsSync(folder)) renameSync(old, folder)
  await finish(temporary, folder)
  const isKnown = !existsSync(folder) || (await isBuild(folder))
  if (!isKnown && (await readdir(folder)).length > 0) {
    throw new CommandError(
      `The folder ${folder} was not written by a build, and the build replaces it. Delete it, or choose another.`,
    )
  }
  await createTemporary(temporary)
  try {
    await write(fresh)
    if (existsSync(folder)) await moveFolder(folder, old)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
  await moveFolder(fresh, folder)
  await finish(temporary, folder)
}

/** Windows refuses this while a program runs in the folder or reads a file of it. */
export async function moveFolder(
  from: string,
  to: string,
  rename: typeof renameSync = renameSync,
): Promise<void> {
  for (let attempts = 20; ; attempts -= 1) {
    try {
      return rename(from, to)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (!['EBUSY', 'EPERM', 'EACCES'].includes(code)) throw error
      if (attempts === 1) {
        throw new CommandError(
          `The folder ${from} is in use or not writable (${code}). Stop the server that runs in it, close its files, then build again.`,
        )
      }
      await setTimeout(100)
    }
  }
}

/** What Git, hosts and package managers write. */
const KEPT = /^(?:\.|node_modules$|package-lock\.json$|pnpm-lock\.yaml$|(?:yarn|bun)\.lock)/

async function finish(temporary: string, folder: string): Promise<void> {
  const old = join(temporary, 'old')
  for (const name of existsSync(old) ? await readdir(old) : []) {
    const target = join(folder, name)
    if (KEPT.test(name) && !existsSync(target)) renameSync(join(old, name), target)
  }
  await rm(temporary, { recursive: true, force: true })
}

async function createTemporary(temporary: string): Promise<void> {
  const parent = dirname(temporary)
  try {
    await mkdir(parent, { recursive: true })
    await mkdir(temporary)
    await mkdir(join(temporary, 'new'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      `The folder ${parent} is not writable (${code}). Change its permissions, or choose another output folder.`,
    )
  }
}

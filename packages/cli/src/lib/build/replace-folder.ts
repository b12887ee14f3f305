import { existsSync, lstatSync, renameSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { CommandError } from '@conversion-capi/meta/terminal'

import { findOthers } from './build-manifest.ts'

/**
 * Replaces what the last build wrote into a folder completely, or leaves the folder as it was if `write` rejects or the
 * process is killed. Never removes what no build wrote: it is kept, or the folder is not replaced.
 *
 * The files are written next to the folder, which is then swapped by two renames. If the process is killed after the
 * first, the next call finishes the work.
 *
 * @throws {CommandError} If no build wrote the folder, if it has files that can neither be kept nor removed, or if its
 *   parent is not writable.
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
  await createTemporary(temporary)
  try {
    await write(fresh)
    if (existsSync(folder)) {
      await findKept(folder, fresh)
      await moveFolder(folder, old)
    }
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
  await moveFolder(fresh, folder)
  await finish(temporary, folder)
}

/**
 * Returns the paths that the last build did not write and the next one keeps: what is in no folder of the build, such
 * as `node_modules`, and hidden files, such as `.git`. Other files could be published by mistake.
 */
async function findKept(folder: string, next: string): Promise<string[]> {
  const others = await findOthers(folder)
  if (others === undefined && (await readdir(folder)).length > 0) {
    throw new CommandError(
      `The folder ${folder} was not written by a build, and the build replaces it. Delete it, or choose another.`,
    )
  }
  const kept = others ?? []
  for (const path of kept) {
    // Names that are not UTF-8 cannot be moved.
    const canMove = /^[^/]+$|(?:^|\/)\./.test(path) && !path.includes('\uFFFD')
    if (canMove && !isTaken(join(next, path))) continue
    throw new CommandError(
      `${join(folder, path)} was not written by the last build, or was changed since, and the build would delete it. Move or delete it.`,
    )
  }
  return kept
}

function isTaken(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
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

async function finish(temporary: string, folder: string): Promise<void> {
  const old = join(temporary, 'old')
  if (existsSync(old)) {
    for (const path of await findKept(old, folder)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      renameSync(join(old, path), join(folder, path))
    }
    await rm(join(temporary, 'new'), { recursive: true, force: true })
    // If the process is killed while it deletes, the rest contains nothing to keep.
    renameSync(old, join(temporary, 'new'))
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

import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { run } from '@conversion-capi/test-support'

/** A folder on a file system in memory. */
export interface SmallDisk {
  folder: string
  fill: () => void
  free: () => void
  makeReadOnly: () => Promise<unknown>
  /** Gives a new file in the folder a second name, without a hard link. */
  mountFile: (name: string) => Promise<unknown>
  close: () => Promise<void>
}

/**
 * Mounts a file system with a limited size. Only root can, also by sudo without a password.
 *
 * @returns `undefined` if this process may not mount.
 */
export async function mountSmallDisk(size: string): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-disk-'))
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const options = `size=${size},mode=0777`
  const isMounted = await asRoot('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder).then(
    () => true,
    () => false,
  )
  if (!isMounted) {
    await rm(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const chunk = Buffer.alloc(4096)
      try {
        for (;;) writeFileSync(filler, chunk, { flag: 'a' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(filler),
    makeReadOnly: () => asRoot('mount', '-o', 'remount,ro', folder),
    mountFile(name) {
      const [file, source] = [join(folder, name), join(folder, `${name}-source`)]
      for (const path of [file, source]) writeFileSync(path, '', { flag: 'a' })
      return asRoot('mount', '--bind', source, file)
    },
    async close() {
      await asRoot('umount', '--lazy', folder)
      await rm(folder, { recursive: true })
    },
  }

  function asRoot(...command: string[]): Promise<unknown> {
    const [name, ...args] = [...sudo, ...command]
    return run(name!, args, '/')
  }
}

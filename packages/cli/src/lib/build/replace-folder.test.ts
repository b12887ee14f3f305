import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { replaceFolder } from './replace-folder.ts'

describe('replaceFolder()', () => {
  let parent: string
  let folder: string

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'replace-'))
    folder = join(parent, 'dist')
    await mkdir(folder)
    await writeFile(join(folder, 'old.txt'), 'old')
  })

  afterEach(() => rm(parent, { recursive: true }))

  it('replaces the folder completely', async () => {
    await replaceFolder(folder, (empty) => writeFile(join(empty, 'new.txt'), 'new'))
    expect(await readdir(folder)).toEqual(['new.txt'])
    expect(await readdir(parent)).toEqual(['dist'])
  })

  it('leaves the folder as it was if writing fails', async () => {
    const write = replaceFolder(folder, async (empty) => {
      await writeFile(join(empty, 'new.txt'), 'new')
      throw new Error('disk full')
    })
    await expect(write).rejects.toThrow('disk full')
    expect(await readdir(folder)).toEqual(['old.txt'])
    expect(await readdir(parent)).toEqual(['dist'])
  })

  it('restores the old folder if the last process was killed between the two renames', async () => {
    // No process has this id: the highest one on Linux is 4,194,304.
    const left = join(parent, '.dist-99999999-abc123')
    await mkdir(join(left, 'old'), { recursive: true })
    await writeFile(join(left, 'old/old.txt'), 'old')
    await rm(folder, { recursive: true })
    await expect(
      replaceFolder(folder, async () => {
        expect(await readFile(join(folder, 'old.txt'), 'utf8')).toBe('old')
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect(await readdir(parent)).toEqual(['dist'])
  })

  it('does not touch the files of a build that is still running', async () => {
    const running = join(parent, `.dist-${process.pid}-abc123`)
    await mkdir(running)
    await replaceFolder(folder, () => Promise.resolve())
    expect(existsSync(running)).toBe(true)
  })
})

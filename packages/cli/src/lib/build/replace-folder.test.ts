import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { CommandError } from '@conversion-capi/meta/terminal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { writeManifest } from './build-manifest.ts'
import { moveFolder, replaceFolder } from './replace-folder.ts'

it.concurrent.each(['EBUSY', 'EPERM'])('waits for programs that use a folder: %s', async (code) => {
  const fail = (): never => {
    throw Object.assign(new Error(code), { code })
  }
  let calls = 0
  const failOnce = (): void => void (calls++ === 0 && fail())
  await moveFolder('dist', 'old', failOnce)
  expect(calls).toBe(2)
  await expect(moveFolder('dist', 'old', fail)).rejects.toThrow(
    `The folder dist is in use or not writable (${code}). Stop the server that runs in it`,
  )
})

describe('replaceFolder()', () => {
  let parent: string
  let folder: string

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'replace-'))
    folder = join(parent, 'dist')
    await replaceFolder(folder, writer({ 'public/old.txt': 'old' }))
  })

  afterEach(() => rm(parent, { recursive: true }))

  it('leaves the folder as it was if writing fails', async () => {
    const write = replaceFolder(folder, async (empty) => {
      await writeFile(join(empty, 'new.txt'), 'new')
      throw new Error('disk full')
    })
    await expect(write).rejects.toThrow('disk full')
    expect(await readdir(join(folder, 'public'))).toEqual(['old.txt'])
    expect(await readdir(parent)).toEqual(['dist'])
  })

  it.each([
    '.git/HEAD',
    '.vercel/project.json',
    '.netlify/state.json',
    'node_modules/a/index.js',
    'package-lock.json',
  ])('keeps %s, which Git, a host or a package manager wrote', async (path) => {
    await writeFiles(folder, { [path]: 'kept' })
    await replaceFolder(folder, writer({ 'server.ts': 'new' }))
    expect(await readFile(join(folder, path), 'utf8')).toBe('kept')
    expect(existsSync(join(folder, 'public/old.txt'))).toBe(false)
  })

  it.each<[problem: string, files: Record<string, string>, message: string]>([
    ['a manifest of something else', { 'files.json': '{ "files": [] }' }, 'was not written'],
    ['a manifest that is not JSON', { 'files.json': 'mine' }, 'was not written'],
  ])('throws and changes nothing if the folder has %s', async (_, files, message) => {
    await writeFiles(folder, files)
    const next = writer({ 'server.ts': 'new', 'supabase/config.toml': '' })
    await expect(replaceFolder(folder, next)).rejects.toThrow(CommandError)
    await expect(replaceFolder(folder, next)).rejects.toThrow(message)
    expect(await readFile(join(folder, 'public/old.txt'), 'utf8')).toBe('old')
    expect(await readdir(parent)).toEqual(['dist'])
  })

  describe('after a build was killed', () => {
    it('restores the old folder, if the kill was between the two renames', async () => {
      const left = await leave()
      await rename(folder, join(left, 'old'))
      const stop = replaceFolder(folder, async () => {
        expect(await readFile(join(folder, 'public/old.txt'), 'utf8')).toBe('old')
        throw new Error('stop')
      })
      await expect(stop).rejects.toThrow('stop')
      expect(await readdir(parent)).toEqual(['dist'])
    })

    it('moves what the folder keeps, if the kill was after them', async () => {
      const left = await leave()
      await writeFiles(folder, { '.git/HEAD': 'kept' })
      await rename(folder, join(left, 'old'))
      await mkdir(folder)
      await writer({ 'new.txt': 'new' })(folder)
      await replaceFolder(folder, writer({ 'newest.txt': 'newest' }))
      expect((await readdir(folder)).sort()).toEqual(['.git', 'files.json', 'newest.txt'])
      expect(await readdir(parent)).toEqual(['dist'])
    })
  })

  async function leave(): Promise<string> {
    const temporary = join(parent, '.dist-conversion-capi-build')
    await mkdir(join(temporary, 'new'), { recursive: true })
    return temporary
  }
})

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

function writer(files: Record<string, string>) {
  return async (folder: string): Promise<void> => {
    await writeFiles(folder, files)
    await writeManifest(folder, { host: 'node', files: [] })
  }
}

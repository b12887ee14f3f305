import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { CommandError } from '@conversion-capi/meta/terminal'
import fc from 'fast-check'
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
    'public/.DS_Store',
  ])('keeps %s, which Git, a host or a package manager wrote', async (path) => {
    await writeFiles(folder, { [path]: 'kept' })
    await replaceFolder(folder, writer({ 'server.ts': 'new' }))
    expect(await readFile(join(folder, path), 'utf8')).toBe('kept')
    expect(existsSync(join(folder, 'public/old.txt'))).toBe(false)
  })

  it.each<[problem: string, files: Record<string, string>, message: string]>([
    ['a new file in a folder of the build', { 'public/thesis.doc': 'mine' }, 'public/thesis.doc'],
    ['a changed file', { 'public/old.txt': 'changed' }, 'public/old.txt'],
    ['a file that the build would replace', { 'server.ts': 'mine' }, 'server.ts'],
    ['a file instead of a folder', { supabase: 'mine' }, 'supabase'],
    ['a manifest of something else', { 'files.json': '{ "files": [] }' }, 'was not written'],
    ['a changed manifest', { 'files.json': '{"written":{}}' }, 'was not written'],
  ])('throws and changes nothing if the folder has %s', async (_, files, message) => {
    await writeFiles(folder, files)
    const next = writer({ 'server.ts': 'new', 'supabase/config.toml': '' })
    await expect(replaceFolder(folder, next)).rejects.toThrow(CommandError)
    await expect(replaceFolder(folder, next)).rejects.toThrow(message)
    expect(await readFile(join(folder, 'public/old.txt'), 'utf8')).toMatch(/old|changed/)
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

const NAMES =
  'public api index.html server.ts files.json package.json node_modules .git .vercel .well-known old new __proto__'.split(
    ' ',
  )
const SIBLINGS = ['.dist-2024-backup', '.dist-99999999-abc123', '.dist', '.dist-', 'dist-2']

const path = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('/'))
const file = fc.record({ path, content: fc.constantFrom('', 'a', 'b', '{"files":[]}') })
const files = fc.array(file, { maxLength: 8 })
const foreign = fc.array(
  fc.record({
    path: fc.oneof(
      path.map((each) => `dist/${each}`),
      fc.tuple(fc.constantFrom(...SIBLINGS), path).map(([sibling, each]) => `${sibling}/${each}`),
    ),
    content: fc.constantFrom('', 'a', 'mine', '{"files":[]}', '{"pid":99999999,"output":"dist"}'),
    kind: fc.constantFrom('file', 'folder', 'link'),
  }),
  { maxLength: 6 },
)

it('removes nothing that the build did not write', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'replace-property-'))
  await fc.assert(
    fc.asyncProperty(fc.option(files), foreign, files, async (last, others, next) => {
      await rm(parent, { recursive: true })
      await mkdir(parent)
      const folder = join(parent, 'dist')
      if (last) await replaceFolder(folder, entryWriter(last))
      const built = list(parent)
      for (const each of others) await add(parent, each)
      const before = list(parent)

      const error = await replaceFolder(folder, entryWriter(next)).catch(
        (thrown: unknown) => thrown,
      )

      const after = list(parent)
      if (error !== undefined) {
        expect(error).toBeInstanceOf(CommandError)
        expect(after).toEqual(before)
        return
      }
      for (const [name, content] of before) {
        // Folders that only held what the build wrote may disappear.
        if (built.get(name) === content) continue
        expect([name, after.get(name)]).toEqual([name, content])
      }
      await mkdir(join(parent, 'fresh'))
      await entryWriter(next)(join(parent, 'fresh'))
      for (const [name, content] of list(join(parent, 'fresh'))) {
        expect([name, after.get(`dist/${name}`)]).toEqual([name, content])
      }
    }),
    { numRuns: 60 },
  )
  await rm(parent, { recursive: true })
})

interface Entry {
  path: string
  content: string
  kind?: string
}

function entryWriter(entries: Entry[]) {
  return async (folder: string): Promise<void> => {
    for (const entry of entries) await add(folder, entry)
    await rm(join(folder, 'files.json'), { recursive: true, force: true })
    await writeManifest(folder, { host: 'node', files: [] })
  }
}

/** Adds a file, a folder or a link, unless a file or a link has the path of one of its folders. */
async function add(root: string, { path, content, kind = 'file' }: Entry): Promise<void> {
  const target = join(root, path)
  try {
    await mkdir(dirname(target), { recursive: true })
    if (kind === 'folder') await mkdir(target, { recursive: true })
    else if (kind === 'link') await symlink(content || '.', target)
    else await writeFile(target, content)
  } catch {
    // The path is taken.
  }
}

function list(root: string, folder = ''): Map<string, string> {
  const entries = new Map<string, string>()
  for (const name of readdirSync(join(root, folder))) {
    const path = folder + name
    const stats = lstatSync(join(root, path))
    if (stats.isDirectory()) {
      entries.set(path, 'folder')
      for (const [child, content] of list(root, `${path}/`)) entries.set(child, content)
    } else {
      const read = stats.isSymbolicLink()
        ? readlinkSync
        : (each: string) => readFileSync(each, 'utf8')
      entries.set(path, `${stats.isSymbolicLink()} ${read(join(root, path))}`)
    }
  }
  return entries
}

import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { CommandError } from '../output/errors.ts'
import { writeManifest } from './build-manifest.ts'
import { replaceFolder } from './replace-folder.ts'

const NAMES = [
  'public',
  'api',
  'index.html',
  'server.ts',
  'files.json',
  'package.json',
  'node_modules',
  '.git',
  '.vercel',
  '.well-known',
  'old',
  'new',
  '__proto__',
]
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
      if (last) await replaceFolder(folder, writer(last))
      const built = list(parent)
      for (const each of others) await add(parent, each)
      const before = list(parent)

      const error = await replaceFolder(folder, writer(next)).catch((thrown: unknown) => thrown)

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
      await writer(next)(join(parent, 'fresh'))
      for (const [name, content] of list(join(parent, 'fresh'))) {
        expect([name, after.get(`dist/${name}`)]).toEqual([name, content])
      }
    }),
    { numRuns: 200 },
  )
  await rm(parent, { recursive: true })
})

interface Entry {
  path: string
  content: string
  kind?: string
}

function writer(entries: Entry[]) {
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

/** Lists everything in a folder, without following links. */
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

import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createTarGzip } from 'nanotar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { findPackages } from './find-packages.ts'
import { readPackage, resolveReadme, rewriteTarball } from './pack-packages.ts'

const REPOSITORY = 'https://github.com/polaris/conversion-capi'

it.each([
  [
    '[guide](../../docs/guides/operating.md#three-alerts)',
    `[guide](${REPOSITORY}/blob/HEAD/docs/guides/operating.md#three-alerts)`,
  ],
  ['[recipes](../../examples/recipes/)', `[recipes](${REPOSITORY}/tree/HEAD/examples/recipes)`],
  [
    '![page](../../docs/public/images/live-page.webp "Live")',
    `![page](${REPOSITORY}/raw/HEAD/docs/public/images/live-page.webp "Live")`,
  ],
  [
    '[Node](../../adapters/node/README.md#limits)',
    '[Node](https://www.npmjs.com/package/@conversion-capi/node#limits)',
  ],
  ['[tracker](../tracker)', '[tracker](https://www.npmjs.com/package/@conversion-capi/tracker)'],
])('resolves %s', (markdown, expected) => {
  expect(resolveReadme(markdown, 'packages/core', REPOSITORY)).toBe(expected)
})

it('keeps links to packages without a repository', () => {
  const markdown = '[guide](../../docs/guides/operating.md) [Node](../../adapters/node)'
  expect(resolveReadme(markdown, 'packages/core', undefined)).toBe(
    'guide [Node](https://www.npmjs.com/package/@conversion-capi/node)',
  )
})

describe.each(findPackages())("$name's README", ({ directory, folder }) => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')

  it.each([REPOSITORY, undefined])('has no relative links with the repository %s', (repository) => {
    const links = [...resolveReadme(readme, directory, repository).matchAll(/\]\(([^)\s]+)/g)]
    expect(links.map(([, url]) => url).filter((url) => !/^(https:|#)/.test(url!))).toEqual([])
  })
})

let folder: string
let tarball: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rewrite-tarball-'))
  tarball = join(folder, 'school.tgz')
})

afterEach(() => rm(folder, { recursive: true }))

it('replaces texts, and keeps the other files and the modes', async () => {
  await writeTarball({ 'package.json': '{"name":"school"}', 'README.md': 'Old', 'bin.js': 'run()' })
  await rewriteTarball(tarball, (path, text) => (path === 'README.md' ? 'New: Ω' : text))
  const { name, files, read } = await readPackage(tarball)
  expect(name).toBe('school')
  expect(files).toEqual(['package.json', 'README.md', 'bin.js'])
  expect(files.slice(1).map(read)).toEqual(['New: Ω', 'run()'])
  expect(gunzipSync(await readFile(tarball)).toString('latin1')).toContain('0000755')
})

it('ends the archive with 1,024 zero bytes, for any size', async () => {
  // Each file takes a header of 512 bytes and a block of 512 bytes, so that 10 files fill 10,240 bytes.
  const names = Array.from({ length: 9 }, (_, index) => `${index}.txt`)
  const texts = Object.fromEntries(names.map((name) => [name, name]))
  await writeTarball({ 'package.json': '{}', ...texts })
  await rewriteTarball(tarball, (_, text) => text)
  const archive = gunzipSync(await readFile(tarball))
  expect(archive.subarray(-1024).equals(Buffer.alloc(1024))).toBe(true)
})

async function writeTarball(texts: Record<string, string>): Promise<void> {
  const files = Object.entries(texts).map(([path, data]) => ({
    name: `package/${path}`,
    data,
    attrs: { mode: path === 'bin.js' ? '755' : '644' },
  }))
  await writeFile(tarball, await createTarGzip(files))
}

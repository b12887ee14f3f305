import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { createFolder } from '@conversion-capi/test-support/vitest'
import { beforeEach, describe, expect, it } from 'vitest'

import { copyExample } from './lib/copy-example.ts'
import { type CommandRun, runCommand } from './lib/run-command.ts'

/** "Школа" in windows-1251. */
const SCHOOL = Buffer.from([0xd8, 0xea, 0xee, 0xeb, 0xe0])
const FLAGS = [
  '--host=vercel',
  '--name=Nord',
  '--url=https://nord.example',
  '--language=ru',
  '--pixel-id=1234567890',
  '--edit-pages',
]
/** What is wrong with a page. */
const UNREADABLE =
  'The page cannot be read as UTF-8. Save it as UTF-8, or declare its encoding in <meta charset>.'
const TOO_DEEP = 'The page is nested too deep. Close its elements.'

let dir: string

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true })
  await writeFile(join(dir, path), content)
}

function read(path: string): Promise<Buffer> {
  return readFile(join(dir, path))
}

/** A page in windows-1251. */
function cyrillic(head: string, body = ''): Buffer {
  const [start, end] = [`<html lang="ru"><head>${head}<title>`, `</title></head><body>${body}<p>`]
  return Buffer.concat([start, SCHOOL, end, SCHOOL, '</p></body></html>\r\n'].map(toBytes))
}

function toBytes(part: string | Uint8Array): Buffer {
  return Buffer.from(part as Uint8Array)
}

/** A run that ends with an error in a sentence. */
function failure(stderr: unknown): CommandRun {
  return { code: 1, stdout: '', stderr: stderr as string }
}

describe('conversion-capi init', () => {
  beforeEach(async () => {
    dir = await createFolder()
  })

  const init = (): Promise<CommandRun> => runCommand(['init', dir, ...FLAGS])

  it.each<[string, Buffer, string]>([
    ['without a declaration', cyrillic(''), UNREADABLE],
    ['with the wrong declaration', cyrillic('<meta charset="utf-8">'), UNREADABLE],
    [
      'in UTF-16 without a byte order mark',
      Buffer.from('<title>Школа</title>', 'utf16le'),
      UNREADABLE,
    ],
    ['nested deeper than the stack', Buffer.from('<div>'.repeat(30_000)), TOO_DEEP],
  ])('names a page %s, and goes on without it', async (_, page, message) => {
    await write('public/about.html', page)
    const { code, stdout } = await init()
    expect(code).toBe(0)
    expect(stdout).toContain(`warning: public/about.html: ${message}\n`)
    expect(existsSync(join(dir, 'school.config.ts'))).toBe(true)
    expect(await read('public/about.html')).toEqual(page)
  })

  it.each(['.gitignore', 'vercel.json', 'package.json', 'school.config.ts'])(
    'names %s that is not UTF-8, and keeps it',
    async (file) => {
      const content = Buffer.concat([toBytes('{"name": "'), SCHOOL, toBytes('"}')])
      await write(file, content)
      expect(await init()).toEqual(failure(`error: ${file} is not UTF-8. Save it as UTF-8.\n`))
      expect(await read(file)).toEqual(content)
    },
  )

  it.each<[string, () => Promise<unknown>]>([
    ['to a file', () => symlink(join(dir, 'other.html'), join(dir, 'public/index.html'))],
    ['to nothing', () => symlink(join(dir, 'missing.html'), join(dir, 'public/index.html'))],
  ])('does not write the first page through a link %s', async (_, link) => {
    await mkdir(join(dir, 'public'))
    await write('other.html', 'precious')
    await link()
    expect(await init()).toEqual(
      failure(
        'error: public/index.html is a link or a folder. Replace it with a file. Nothing was written.\n',
      ),
    )
    expect((await readdir(dir)).sort()).toEqual(['other.html', 'public'])
    expect(String(await read('other.html'))).toBe('precious')
  })

  it('writes no other new file through a link, and keeps what is in its place', async () => {
    await symlink(join(dir, 'missing'), join(dir, '.env.example'))
    expect(await init()).toEqual(
      failure(
        expect.stringMatching(
          /\.env\.example is a link or a folder\. Replace it with a file\. Nothing was written\.\n$/,
        ),
      ),
    )
    expect(await readdir(dir)).toEqual(['.env.example'])
  })

  it('keeps a folder that has the name of a file', async () => {
    await write('.gitignore/notes.txt', 'precious')
    expect(await init()).toEqual(
      failure(expect.stringMatching(/^error: \S*\.gitignore cannot be read \(EISDIR\)\. .*\n$/)),
    )
    expect(String(await read('.gitignore/notes.txt'))).toBe('precious')
  })

  it.each<[json: string, message: string]>([
    ['null', 'package.json is not a JSON object. Correct it first.'],
    ['[]', 'package.json is not a JSON object. Correct it first.'],
    ['{', 'package.json is not a JSON object. Correct it first.'],
    ['{"scripts":"vite"}', '"scripts" in package.json is not an object. Correct it first.'],
  ])('names a package.json of %s', async (json, message) => {
    await write('package.json', json)
    expect(await init()).toEqual(failure(`error: ${message}\n`))
  })

  // Milliseconds in linear time, and minutes in quadratic time.
  it.each(['1', '1 ', '1,', 'a', ' ', "fbq('track', 'PageView')\n", '<p>', '<meta', 'EUR '])(
    'reads 200,000 repetitions of %j',
    async (text) => {
      const page = `<title>Nord</title><script>//${text.trim()}</script><p>${text.repeat(200_000)}`
      await write('public/index.html', page)
      expect(await init()).toMatchObject({ code: 0 })
    },
  )
})

describe('conversion-capi build', () => {
  beforeEach(async () => {
    dir = await copyExample()
  })

  const build = (): Promise<CommandRun> => runCommand(['build', dir])

  it.each<[string, Buffer, string]>([
    ['without a declaration', cyrillic(''), UNREADABLE],
    ['nested deeper than the stack', Buffer.from('<div>'.repeat(30_000)), TOO_DEEP],
  ])('names a page %s, and publishes nothing, as check does', async (_, content, message) => {
    const line = `error: public/index.html: ${message}\n`
    await write('public/index.html', content)
    const run = await build()
    expect(run).toEqual(failure(expect.stringContaining(line)))
    expect(run.stderr).not.toMatch(/\n\s+at /)
    expect(existsSync(join(dir, 'dist'))).toBe(false)
    expect((await runCommand(['check', dir])).stdout).toContain(line.trimEnd())
  })

  it.each<[what: string, name: Buffer]>([
    ['file', Buffer.from('caf\u00e9.html', 'latin1')],
    ['folder', Buffer.from('caf\u00e9/a.html', 'latin1')],
  ])('names a %s whose name is not UTF-8', async (_, name) => {
    const path = Buffer.concat([toBytes(join(dir, 'public/')), name])
    await mkdir(path.subarray(0, path.lastIndexOf('/')), { recursive: true })
    writeFileSync(path, 'a')
    for (const command of ['build', 'check']) {
      expect(await runCommand([command, dir])).toEqual(
        failure(
          expect.stringMatching(
            /^error: The name of public\/caf\ufffd\S* is not UTF-8\. Rename it\.\n$/,
          ),
        ),
      )
    }
  })

  it('names a file of the function whose name is not UTF-8', async () => {
    await write('api/conversion-capi.ts', '')
    writeFileSync(Buffer.from(`${dir}/api/caf\u00e9.ts`, 'latin1'), '')
    expect(await runCommand(['build', dir, '--host=vercel', '--host-files=.'])).toEqual(
      failure('error: The name of api/caf\ufffd.ts is not UTF-8. Rename it.\n'),
    )
  })

  it('names a configuration that is not UTF-8', async () => {
    const config = await read('school.config.ts')
    await write('school.config.ts', Buffer.concat([config, toBytes('// '), SCHOOL]))
    expect(await build()).toEqual(
      failure('error: school.config.ts is not UTF-8. Save it as UTF-8.\n'),
    )
  })
})

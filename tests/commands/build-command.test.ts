import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, lstat, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { addPages } from '@conversion-capi/test-support'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { buildSite } from 'conversion-capi'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { copyExample } from './lib/copy-example.ts'
import { listOutput, readAllOutput, readOutput, replaceIn } from './lib/output.ts'
import { runCommand } from './lib/run-command.ts'

const BIN = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))

const built = useFolder()
let dir: string

beforeAll(async () => {
  await buildSite({ dir: await copyExample(built.path) })
})

beforeEach(async () => {
  dir = await copyExample()
})

describe('conversion-capi build', () => {
  it('prints one line, or one JSON document', async () => {
    expect(await runCommand(['build', dir])).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Wrote 24 files for node to .*dist\.\nNext: Deploy it, then run probe with its URL\.\n$/,
      ),
      stderr: '',
    })
    const { stdout } = await runCommand(['build', dir, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, host: 'node' })
  })

  it('builds more pages than Cloudflare has header rules', async () => {
    await addPages(dir, 100)
    const args = ['build', dir, '--host', 'cloudflare', '--host-files', 'hosts/cloudflare']
    expect(await runCommand(args)).toMatchObject({ code: 0, stderr: '' })
  })

  it.each<[problem: string, breakIt: () => Promise<unknown>, message: RegExp]>([
    [
      'the folder does not exist',
      () => rm(dir, { recursive: true }),
      /^error: The folder \S+ does not exist\. Pass the folder of your project\.\n$/,
    ],
    [
      'the folder is a file',
      () => rm(dir, { recursive: true }).then(() => writeFile(dir, '')),
      /^error: \S+ is not a folder\. Pass the folder of your project\.\n$/,
    ],
    [
      'the folder cannot be resolved',
      () => rm(dir, { recursive: true }).then(() => symlink(dir, dir)),
      /^error: The folder \S+ cannot be read \(ELOOP\)\. Pass the folder of your project\.\n$/,
    ],
    [
      'the folder has no configuration',
      () => rm(join(dir, 'school.config.ts')),
      /^error: \S+ has no school\.config\.ts\. Run "npx conversion-capi init", or .*\n$/,
    ],
    [
      'the configuration throws',
      () =>
        replaceIn(join(dir, 'school.config.ts'), 'export default', 'null.field\nexport default'),
      /^error: school\.config\.ts cannot be loaded\..*\nerror: school\.config\.ts:\d+: TypeError: Cannot read properties of null .*\n$/,
    ],
    [
      'the export "site" is misspelled',
      () => replaceIn(join(dir, 'school.config.ts'), `host: 'node'`, `host: 'vercle'`),
      /\nerror: school\.config\.ts:\d+: site\.host is not a known host\. Did you mean "vercel"\?\n$/,
    ],
    [
      'the pages folder is missing',
      () => rm(join(dir, 'public'), { recursive: true }),
      /^error: The pages folder public does not exist\. Create it, or correct site\.pages .*\n$/,
    ],
    [
      'a file has the path of a generated one',
      () => writeFile(join(dir, 'public/auth.md'), '# Access'),
      /\nerror: public\/auth\.md: The build generates a file at this path\. Delete yours, .*\n/,
    ],
    [
      'the function is missing',
      () => rm(join(dir, 'hosts/node/server.ts')),
      /\nerror: hosts\/node\/server\.ts: The host's function is missing, .*\n$/,
    ],
    [
      'the pages folder is a link to the project',
      async () => {
        await rename(join(dir, 'public'), join(dir, 'pages'))
        await symlink('.', join(dir, 'public'))
      },
      /^error: The pages folder public contains school\.config\.ts, which would be published\. .*\n$/,
    ],
    [
      'the pages folder contains the function',
      () => replaceIn(join(dir, 'school.config.ts'), 'pixelId', `pages: 'hosts', pixelId`),
      /^error: The pages folder hosts contains hosts\/node\/server\.ts, which would be .*\n$/,
    ],
  ])('fails in a sentence and writes nothing if %s', async (_, breakIt, message) => {
    await cp(join(built.path, 'dist'), join(dir, 'dist'), { recursive: true })
    await breakIt()
    const before = await listOutput(dir).catch(() => [])
    const { code, stdout, stderr } = await runCommand(['build', dir])
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('    at ')
    expect([code, stdout]).toEqual([1, ''])
    expect(await listOutput(dir).catch(() => [])).toEqual(before)
  })

  it.each([
    [[], 0],
    [['--strict'], 1],
  ])('writes a site with a dead link, and with %j exits with %i', async (flags, expected) => {
    await replaceIn(join(dir, 'public/index.html'), 'href="/styles.css"', 'href="/style.css"')
    const { code, stdout } = await runCommand(['build', dir, ...flags])
    expect(code).toBe(expected)
    expect(stdout).toMatch(/^warning: public\/index\.html:14: .*\/style\.css/m)
    expect(await readOutput(dir, 'public/index.html')).toContain('/style.css')
  })

  it.each<[output: string, message: RegExp]>([
    [
      'link/out',
      /^error: The output folder \S+ is inside public, and the next build would copy it\./,
    ],
    [
      'hosts/node/server.ts/out',
      /^error: The output folder \S+ is inside hosts\/node\/server\.ts, /,
    ],
    ['link', /^error: The output folder \S+ contains files of the project, /],
    ['.', /^error: The output folder \S+ contains files of the project, /],
    ['dangling', /^error: The output \S+ is not a folder\./],
    ['file/out', /^error: The (folder|output) \S+ is not (writable|a folder)/],
    // Nobody can write there, not even root.
    ['/proc/dist', /^error: The folder \/proc is not writable \(\w+\)\. .*\n$/],
  ])('fails in a sentence if the output folder is %s', async (output, message) => {
    await symlink('public', join(dir, 'link'))
    await symlink('nowhere', join(dir, 'dangling'))
    await writeFile(join(dir, 'file'), '')
    const list = () => Promise.all(['.', 'public', 'hosts/node'].map((f) => readdir(join(dir, f))))
    const before = await list()
    const { code, stderr } = await runCommand(['build', dir, '--output', output])
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)])
    expect(await list()).toEqual(before)
  })

  it('writes into the folder that the output folder links to', async () => {
    await mkdir(join(dir, 'www'))
    await symlink('www', join(dir, 'dist'))
    await buildSite({ dir })
    await buildSite({ dir })
    expect(await readdir(join(dir, 'www'))).toContain('files.json')
    expect((await lstat(join(dir, 'dist'))).isSymbolicLink()).toBe(true)
  })

  it('leaves the last build if it is killed while it writes', async () => {
    await cp(join(built.path, 'dist'), join(dir, 'dist'), { recursive: true })
    const before = await readAllOutput(dir)
    await replaceIn(join(dir, 'public/index.html'), 'A clear way', 'Another way')
    for (let index = 0; index < 300; index += 1) {
      await cp(join(dir, 'public/favicon.svg'), join(dir, `public/${index}.svg`))
    }
    const child = spawn(process.execPath, [BIN, 'build', dir])
    const exited = once(child, 'exit')
    while (!(await readdir(dir)).some((name) => name.startsWith('.dist-'))) {
      if (child.exitCode !== null) throw new Error('The build ended before it was killed.')
      await new Promise(setImmediate)
    }
    child.kill('SIGKILL')
    await exited
    expect(await readAllOutput(dir)).toEqual(before)

    await buildSite({ dir })
    expect(await readOutput(dir, 'public/index.html')).toContain('Another way')
    expect((await readdir(dir)).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

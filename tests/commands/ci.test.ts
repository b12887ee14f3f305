import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { cleanEnvironment } from '@conversion-capi/test-support'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { beforeEach, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder: string

// A copy, because the results of the real suites are written while this test runs.
beforeEach(async () => {
  folder = await createFolder()
  for (const name of ['tools', '.ci', 'package.json']) {
    const filter = (path: string) => !path.endsWith('tools/release')
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter })
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await mkdir(join(folder, 'bin'))
})

describe('.ci/run', () => {
  const TESTS = {
    passes: `it('passes', () => {})`,
    fails: `it('fails', () => { throw new Error('closed') })`,
    'is skipped': `it.skip('is skipped', () => {}); it.todo('is planned'); it('passes', () => {})`,
    'has a failing hook': `describe('group', () => { beforeAll(() => { throw new Error('hook') }); it('never runs', () => {}) })`,
    'throws outside of a test': `it('passes', () => { setTimeout(() => { throw new Error('late') }) }); it('waits', () => new Promise((resolve) => setTimeout(resolve, 50)))`,
    'ends its process': `it('ends', () => process.kill(process.pid, 'SIGKILL'))`,
    'cannot be parsed': `it('is never collected' () => {})`,
    'passes when repeated': `let runs = 0; it('flickers', { retry: 1 }, () => { if (++runs === 1) throw new Error('first') })`,
  }

  it.each<[(keyof typeof TESTS)[], code: number, line: string, output: string[]]>([
    [
      ['is skipped', 'passes when repeated'],
      0,
      '3 passed, 0 failed, 2 skipped',
      ['PASSED WHEN REPEATED 1.test.js > flickers\n  Error: first'],
    ],
    [
      ['fails', 'has a failing hook', 'cannot be parsed'],
      1,
      '1 passed, 3 failed, 1 skipped',
      ['FAILED 0.test.js > fails\n  Error: closed', 'FAILED 1.test.js\n  Error: hook', '2.test.js'],
    ],
    [['throws outside of a test'], 1, '3 passed, 1 failed, 0 skipped', ['Error: late']],
    // The file, and the error of the process.
    [['ends its process'], 1, '1 passed, 2 failed, 0 skipped', ['FAILED 0.test.js\n']],
  ])('counts two suites of which one %j', async (names, code, line, output) => {
    await writeFile(join(folder, 'passes.test.js'), TESTS.passes)
    for (const [index, name] of names.entries()) {
      await writeFile(join(folder, `${index}.test.js`), TESTS[name])
    }
    const run = await runCi(`case "$*" in
  test) files=passes;;
  *browsers) files='0 1 2';;
  *) exit 0;;
esac
CI= exec node node_modules/vitest/vitest.mjs run --globals --reporter=blob --outputFile=.reports/$#.json $files`)
    for (const text of output) expect(run.stdout).toContain(text)
    expect([run.code, run.stdout.trim().split('\n').at(-1)]).toEqual([code, line])
  })

  it.each([
    ['a suite fails without a report', 'exit 1', '0 passed, 6 failed'],
    ['the suites report nothing', 'exit 0', '0 passed, 1 failed'],
  ])('fails if %s, and ignores earlier reports', async (_, script, line) => {
    await mkdir(join(folder, '.reports'))
    await writeFile(join(folder, '.reports/test.json'), '[]')
    const { code, stdout } = await runCi(script)
    expect([code, stdout.trim().split('\n').at(-1)]).toEqual([1, line])
  })

  it('sets CI, and runs the suites that CONTRIBUTING lists and the workflow runs', async () => {
    await runCi('echo "$CI $*" >> calls')
    const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')
    const suites = calls.map((call) => /^true (?:run test:)?(\w+)$/.exec(call)![1])
    const contributing = await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
    const listed = [...contributing.matchAll(/^npm (?:run test:)?(\w+) +# /gm)].map(
      ([, name]) => name,
    )
    // Wine is too slow for .ci/run.
    expect([...suites, 'windows']).toEqual(listed.filter((name) => name !== 'start'))
    const workflow = await readFile(join(ROOT, '.github/workflows/ci.yml'), 'utf8')
    expect(workflow).toContain(`suite: [${suites.join(', ')}, windows]`)
  })

  /** Runs it with a command in the place of npm. */
  async function runCi(script: string): Promise<{ code: number; stdout: string }> {
    const npm = join(folder, 'bin/npm')
    await writeFile(npm, `#!/bin/sh\n${script}\n`)
    await chmod(npm, 0o755)
    return execute('bash', ['.ci/run'])
  }
})

function execute(command: string, args: string[]): Promise<{ code: number; stdout: string }> {
  const env = cleanEnvironment()
  const path = [join(folder, 'bin'), env['PATH']].join(delimiter)
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, env: { ...env, PATH: path } }, (error, stdout) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout }),
    )
  })
}

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
  it('counts the tests of two suites, and prints what failed', async () => {
    await writeFile(join(folder, 'passes.test.js'), `it('passes', () => {})`)
    await writeFile(
      join(folder, 'fails.test.js'),
      `it('fails', () => { throw new Error('closed') }); it.skip('is skipped', () => {})
let runs = 0; it('flickers', { retry: 1 }, () => { if (++runs === 1) throw new Error('first') })`,
    )
    const { code, stdout } = await runCi(`case "$*" in
  test) files=passes;;
  *browsers) files=fails;;
  *) exit 0;;
esac
CI= exec node node_modules/vitest/vitest.mjs run --globals --reporter=blob --outputFile=.reports/$#.json $files`)
    expect(stdout).toContain('FAILED fails.test.js > fails\n  Error: closed')
    expect(stdout).toContain('PASSED WHEN REPEATED fails.test.js > flickers\n  Error: first')
    expect(stdout.trim().split('\n').at(-1)).toBe('2 passed, 1 failed, 1 skipped')
    expect(code).toBe(1)
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

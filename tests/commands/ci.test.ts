import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { cleanEnvironment } from '@conversion-capi/test-support'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder: string

// A copy, because the results of the real suites are written while this test runs.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ci-'))
  for (const name of ['tools', '.ci', 'package.json']) {
    const filter = (path: string) => !path.endsWith('tools/release')
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter })
  }
  await mkdir(join(folder, '.reports'))
})

afterEach(() => rm(folder, { recursive: true }))

describe('tools/total.mjs', () => {
  const TESTS = {
    passed: `it('passes', () => {})`,
    failed: `it('fails', () => { throw new Error('failed') })`,
    skipped: `it.skip('is skipped', () => {})`,
    todo: `it.todo('is planned')`,
    'failing hook': `describe('group', () => { beforeAll(() => { throw new Error('hook') }); it('never runs', () => {}) })`,
    'error outside tests': `it('passes', () => { setTimeout(() => { throw new Error('late') }) }); it('waits', () => new Promise((resolve) => setTimeout(resolve, 50)))`,
    'ended process': `it('ends', () => process.kill(process.pid, 'SIGKILL'))`,
    'broken file': `it('is never collected' () => {})`,
  }

  it.each<[tests: (keyof typeof TESTS)[], line: string]>([
    [['passed', 'passed'], '2 passed, 0 failed, 0 skipped'],
    [['passed', 'failed', 'skipped', 'todo'], '1 passed, 1 failed, 2 skipped'],
    [['passed', 'failing hook'], '1 passed, 1 failed, 1 skipped'],
    [['passed', 'broken file'], '1 passed, 1 failed, 0 skipped'],
    [['passed', 'ended process'], '1 passed, 1 failed, 0 skipped'],
    [['error outside tests'], '2 passed, 1 failed, 0 skipped'],
    [['skipped'], '0 passed, 1 failed, 1 skipped'],
  ])('counts the report of vitest about these tests: %j', async (tests, line) => {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const [index, name] of tests.entries()) {
      const imports = `import { beforeAll, describe, it } from 'vitest'`
      await writeFile(join(folder, `${index}.test.js`), `${imports}\n${TESTS[name]}\n`)
    }
    await runVitest()
    const result = await total('suite')
    expect(result).toMatchObject({ code: line.includes(' 0 failed') ? 0 : 1, line })
    expect(result.output.includes('FAILED ')).toBe(line.includes(' 1 failed'))
  })

  it('prints the file, the name and the error of each failed test before the sum', async () => {
    const name = join(folder, 'tests/shop.test.js')
    const test = {
      status: 'failed',
      fullName: 'the shop opens',
      failureMessages: ['Error: closed'],
    }
    const passed = { status: 'passed', fullName: 'the shop closes', failureMessages: [] }
    const broken = { name: join(folder, 'broken.test.js'), status: 'failed', message: 'No hook' }
    const testResults = [
      { name, status: 'failed', message: '', assertionResults: [passed, test] },
      { ...broken, assertionResults: [] },
    ]
    const counts = report({ numPassedTests: 1, numFailedTests: 1 })
    await writeResult('suite', { ...counts, testResults }, 1)
    expect((await total('suite', 'missing')).output).toBe(`
FAILED tests/shop.test.js > the shop opens
  Error: closed

FAILED broken.test.js
  No hook

FAILED missing
  The suite failed without a failed test. Its output names the error.

1 passed, 3 failed, 0 skipped
`)
  })

  it('prints the tests that passed only when they were repeated', async () => {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const test = `import { it } from 'vitest'
let runs = 0
it('flickers', () => { if (++runs === 1) throw new Error('first run') })
it('passes', () => {})`
    await writeFile(join(folder, 'flaky.test.js'), test)
    await runVitest('--retry=1')
    const { code, output } = await total('suite')
    expect(code).toBe(0)
    expect(output).toContain('PASSED WHEN REPEATED flaky.test.js > flickers\n  Error: first run\n')
    expect(output.match(/PASSED WHEN REPEATED/g)).toHaveLength(1)
    expect(output).toMatch(/\n2 passed, 0 failed, 0 skipped\n$/)
  })

  it.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['is truncated', JSON.stringify(report({ numPassedTests: 3 })).slice(0, -9)],
    ['is null', 'null'],
    ['has no counts', '{"testResults":[]}'],
    ['has no tests', JSON.stringify(report({ numPassedTests: 0 }))],
  ])('counts a suite as failed if its report %s', async (_, json) => {
    await writeResult('good', report({ numPassedTests: 2 }), 0)
    if (json !== undefined) await writeFile(join(folder, '.reports/bad.json'), json)
    await writeFile(join(folder, '.reports/bad.exit'), '0')
    expect(await total('good', 'bad')).toMatchObject({
      code: 1,
      line: '2 passed, 1 failed, 0 skipped',
    })
  })

  it('counts a suite as failed if it was killed before it ended', async () => {
    await writeResult('killed', report({ numPassedTests: 2 }), undefined)
    expect(await total('killed')).toMatchObject({ code: 1, line: '0 passed, 1 failed, 0 skipped' })
  })

  it('fails if it is given no suite', async () => {
    expect(await total()).toMatchObject({ code: 1, line: '0 passed, 0 failed, 0 skipped' })
  })

  /** Runs the tests in the folder and writes the results of the suite `suite`. */
  async function runVitest(...options: string[]): Promise<void> {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const report = join(folder, '.reports/suite.json')
    const args = [vitest, 'run', '--reporter=json', `--outputFile=${report}`, ...options]
    const { code } = await execute(process.execPath, args)
    await writeFile(join(folder, '.reports/suite.exit'), `${code}`)
  }

  async function total(
    ...suites: string[]
  ): Promise<{ code: number; output: string; line: string | undefined }> {
    const { code, stdout } = await execute(process.execPath, ['tools/total.mjs', ...suites])
    return { code, output: stdout, line: stdout.trim().split('\n').at(-1) }
  }
})

describe('.ci/run', () => {
  it('sets CI, runs every suite and prints the sum alone on the last line', async () => {
    const { code, stdout } = await runCi(0)
    expect(code).toBe(0)
    expect(stdout).toMatch(/\n12 passed, 0 failed, 6 skipped\n$/)
    expect(await readFile(join(folder, 'calls'), 'utf8')).toBe(
      'CI=true test\nCI=true run test:browsers\nCI=true run test:validators\nCI=true run test:docs\nCI=true run test:hosts\nCI=true run test:queues\n',
    )
  })

  it('runs the suites that CONTRIBUTING lists and the workflow runs', async () => {
    const suites = await listSuites()
    const contributing = await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
    const listed = [...contributing.matchAll(/^npm (?:run test:)?(\w+) +# /gm)].map(
      ([, name]) => name,
    )
    expect(listed.filter((name) => name !== 'start')).toEqual(suites)
    const workflow = await readFile(join(ROOT, '.github/workflows/ci.yml'), 'utf8')
    expect(workflow).toContain(`suite: [${suites.join(', ')}]`)
  })

  it('runs the other suites and fails if one fails', async () => {
    const { code, stdout } = await runCi(1)
    expect(code).toBe(1)
    expect(stdout).toMatch(/\n12 passed, 6 failed, 6 skipped\n$/)
  })

  it('ignores the results of an earlier run', async () => {
    for (const suite of await listSuites()) {
      await writeResult(suite, report({ numPassedTests: 100 }), 0)
    }
    const { code, stdout } = await runCi(0, 'exit 0')
    expect(code).toBe(1)
    expect(stdout).toMatch(/\n0 passed, 6 failed, 0 skipped\n$/)
  })

  async function listSuites(): Promise<string[]> {
    const { stdout } = await execute(process.execPath, ['tools/suites.mjs'])
    return stdout.trim().split(' ')
  }

  /** Runs it with a command in the place of npm that writes results. */
  async function runCi(exitCode: number, script?: string): ReturnType<typeof execute> {
    const json = JSON.stringify(report({ numPassedTests: 2, numPendingTests: 1 }))
    const writeResults = `mkdir -p .reports
suite=\${2:-test}
suite=\${suite#test:}
echo '${json}' > .reports/$suite.json
printf ${exitCode} > .reports/$suite.exit
exit ${exitCode}`
    const npm = join(folder, 'bin/npm')
    await mkdir(join(folder, 'bin'))
    await writeFile(npm, `#!/bin/sh\necho "CI=$CI $*" >> calls\n${script ?? writeResults}\n`)
    await chmod(npm, 0o755)
    return execute('bash', ['.ci/run'])
  }
})

describe('tools/test.mjs', () => {
  it('lists the suites if the given name is unknown', async () => {
    const { code, stderr } = await execute(process.execPath, ['tools/test.mjs', 'units'])
    expect(code).toBe(1)
    expect(stderr).toBe(
      'There is no suite "units". The suites are test, browsers, validators, docs, hosts, queues, unit, desktop, newest-hosts.\n',
    )
  })
})

describe('tools/toolchain.mjs', () => {
  it('runs commands in order until one fails', async () => {
    const { stdout } = await runAll(['1', 'process.exit(3)', '2'])
    expect(stdout).toBe('1\nexit code 3\n')
  })

  it('reports a command that was killed as failed', async () => {
    const { stdout } = await runAll(['1', 'process.kill(process.pid, "SIGKILL")'])
    expect(stdout).toBe('1\nexit code 1\n')
  })

  async function runAll(expressions: string[]): ReturnType<typeof execute> {
    const commands = expressions.map((expression) => ['node', '-p', expression])
    const script = `import { runAll } from './tools/toolchain.mjs'
console.log('exit code', await runAll(${JSON.stringify(commands)}))`
    return execute(process.execPath, ['--input-type=module', '-e', script])
  }
})

function report(counts: Record<string, number>): Record<string, unknown> {
  const none = { numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
  return { ...none, ...counts, testResults: [] }
}

async function writeResult(suite: string, result: object, exitCode?: number): Promise<void> {
  await writeFile(join(folder, `.reports/${suite}.json`), JSON.stringify(result))
  if (exitCode !== undefined) await writeFile(join(folder, `.reports/${suite}.exit`), `${exitCode}`)
}

interface Execution {
  code: number
  stdout: string
  stderr: string
}

function execute(command: string, args: string[]): Promise<Execution> {
  const env = cleanEnvironment()
  const path = [join(folder, 'bin'), env['PATH']].join(delimiter)
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, env: { ...env, PATH: path } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })
}

import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { INSTALLED, type JestReport, runOwnTests } from './run-own-tests.ts'

const SUITES = { emailUtil: 24, phoneUtil: 31, nameUtil: 39, externalIDUtil: 30 }

describe('Meta’s own tests of capi-param-builder-nodejs, with our normalization', () => {
  let folder: string
  let report: JestReport

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conversion-capi-meta-'))
    report = await runOwnTests(Object.keys(SUITES), folder)
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('pass, every one', () => {
    expect(report.testResults.map(({ message }) => message).join('')).toBe('')
    const passed = report.testResults.map(({ name, assertionResults }) => [
      basename(name, '.test.js'),
      assertionResults.filter(({ status }) => status === 'passed').length,
    ])
    expect(Object.fromEntries(passed)).toEqual(SUITES)
    expect(report).toMatchObject({ numTotalTests: 124, numPassedTests: 124 })
  })

  it('are the published tests: only the normalization differs from the package', async () => {
    const published = await hashFiles(INSTALLED)
    const tested = await hashFiles(join(folder, 'package'))

    expect(tested['src/piiUtil/stringUtil.meta.js']).toBe(published['src/piiUtil/stringUtil.js'])
    expect(
      Object.keys({ ...published, ...tested }).filter((file) => published[file] !== tested[file]),
    ).toEqual([
      'src/piiUtil/emailUtil.js',
      'src/piiUtil/phoneUtil.js',
      'src/piiUtil/stringUtil.js',
      'src/piiUtil/ours.js',
      'src/piiUtil/stringUtil.meta.js',
    ])
  })
})

async function hashFiles(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hashes = paths.map(async (path) => [
    path.slice(root.length + 1).replaceAll('\\', '/'),
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ])
  return Object.fromEntries(await Promise.all(hashes))
}

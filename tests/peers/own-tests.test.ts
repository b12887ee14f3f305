import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { beforeAll, describe, expect, it } from 'vitest'

import { DIFFERENCES_FILE, PROFILE_DIFFERENCES } from './profile-differences.ts'
import { INSTALLED, type JestReport, runOwnTests } from './run-own-tests.ts'

const SUITES = {
  emailUtil: 24,
  phoneUtil: 31,
  nameUtil: 39,
  externalIDUtil: 30,
  cityUtil: 34,
  stateUtil: 36,
  zipCodeUtil: 36,
  countryUtil: 38,
  dobUtil: 45,
  genderUtil: 42,
}

describe('Meta’s own tests of capi-param-builder-nodejs, with our normalization', () => {
  const folder = useFolder()
  let report: JestReport

  beforeAll(async () => {
    report = await runOwnTests(Object.keys(SUITES), folder.path)
  })

  it('pass, every one, with the differences that are described', () => {
    expect(report.testResults.map(({ message }) => message).join('')).toBe('')
    const passed = report.testResults.map(({ name, assertionResults }) => [
      basename(name, '.test.js'),
      assertionResults.filter(({ status }) => status === 'passed').length,
    ])
    expect(Object.fromEntries(passed)).toEqual(SUITES)
    expect(report).toMatchObject({ numTotalTests: 355, numPassedTests: 355 })
  })

  it('meet each difference this many times', async () => {
    const log = await readFile(join(folder.path, 'package/src/piiUtil', DIFFERENCES_FILE), 'utf8')
    const met = log.trimEnd().split('\n')
    const counts = PROFILE_DIFFERENCES.map(({ name }) => [
      name,
      met.filter((each) => each === name).length,
    ])
    expect(Object.fromEntries(counts)).toEqual({
      'UK is GB': 1,
      'a date among other text or with other separators is dropped': 26,
      'a date that can be in two months is dropped': 8,
      'a date that does not exist is dropped': 2,
      'a gender with a period is read': 1,
      'a relation or a rare title is no gender': 163,
      'a state outside the United States keeps its letters': 48,
      'a value that is not a string is dropped': 21,
      'a year after the next one is read': 2,
      'a year before 1900 is dropped': 2,
      'a zip code keeps what follows a hyphen, and loses spaces and punctuation': 21,
      'an unknown country is dropped': 33,
      'letters beyond a to z are kept in a city': 11,
    })
  })

  it('are the published tests: only the normalization differs from the package', async () => {
    const published = await hashFiles(INSTALLED)
    const tested = await hashFiles(join(folder.path, 'package'))

    const replaced = ['dob', 'email', 'gender', 'phone', 'string', 'zipCode']
    for (const name of replaced) {
      const file = `src/piiUtil/${name}Util`
      expect(tested[`${file}.meta.js`]).toBe(published[`${file}.js`])
    }
    expect(
      Object.keys({ ...published, ...tested }).filter((file) => published[file] !== tested[file]),
    ).toEqual([
      ...replaced.map((name) => `src/piiUtil/${name}Util.js`),
      `src/piiUtil/${DIFFERENCES_FILE}`,
      ...replaced.slice(0, 3).map((name) => `src/piiUtil/${name}Util.meta.js`),
      'src/piiUtil/ours.js',
      ...replaced.slice(3).map((name) => `src/piiUtil/${name}Util.meta.js`),
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

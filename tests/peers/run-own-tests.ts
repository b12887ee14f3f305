import { existsSync } from 'node:fs'
import { cp, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { run } from '@conversion-capi/test-support'
import { build } from 'esbuild'

import type { ProfileKey } from '../../packages/core/src/protocol.ts'

/** The installed folder of Meta's library. Its license does not allow a copy in this repository. */
export const INSTALLED: string = dirname(
  fileURLToPath(import.meta.resolve('capi-param-builder-nodejs/package.json')),
)

export interface JestReport {
  numTotalTests: number
  numPassedTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { status: string }[]
  }[]
}

/**
 * Runs test files of Meta's library against a copy of it that uses our normalization.
 *
 * @param suites Names of test files without `.test.js`.
 * @param folder An empty folder. The copy remains in its subfolder `package`.
 * @returns Jest's report.
 * @throws {Error} If jest wrote no report. The message contains its output.
 */
export async function runOwnTests(suites: string[], folder: string): Promise<JestReport> {
  const root = join(folder, 'package')
  await cp(INSTALLED, root, { recursive: true })
  await replaceNormalization(join(root, 'src/piiUtil'))

  const output = join(folder, 'report.json')
  const files = suites.map((suite) => join(root, 'tests', `${suite}.test.js`))
  const options = [`--rootDir=${root}`, `--cacheDirectory=${join(folder, 'cache')}`]
  const report = ['--json', `--outputFile=${output}`]
  const jest = [
    fileURLToPath(import.meta.resolve('jest/bin/jest')),
    ...options,
    ...report,
    '--runTestsByPath',
    ...files,
  ]
  await run(process.execPath, jest, root).catch((error) => {
    // Failed tests are in the report.
    if (!existsSync(output)) throw error
  })
  return JSON.parse(await readFile(output, 'utf8'))
}

async function replaceNormalization(piiUtil: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('replacements.ts', import.meta.url))],
    outfile: join(piiUtil, 'ours.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  })
  await Promise.all(
    Object.entries(REPLACED).map(async ([file, functions]) => {
      await rename(join(piiUtil, `${file}.js`), join(piiUtil, `${file}.meta.js`))
      const replaced = functions.map(([name, key]) =>
        key ? `${name}: ours.replaceWithOurs('${key}', meta.${name})` : `${name}: ours.${name}`,
      )
      const code = [
        `const meta = require('./${file}.meta')`,
        "const ours = require('./ours')",
        `module.exports = { ...meta, ${replaced.join(', ')} }`,
      ]
      await writeFile(join(piiUtil, `${file}.js`), `${code.join('\n')}\n`)
    }),
  )
}

/** The functions of Meta's files that are replaced. Those with a key may differ from Meta's, as described. */
const REPLACED: Record<string, [name: string, key?: ProfileKey][]> = {
  emailUtil: [['getNormalizedEmail']],
  phoneUtil: [['getNormalizedPhone']],
  stringUtil: [
    ['getNormalizedName'],
    ['getNormalizedCity', 'ct'],
    ['getNormalizedState', 'st'],
    ['getNormalizedCountry', 'country'],
  ],
  zipCodeUtil: [['getNormalizedZipCode', 'zp']],
  dobUtil: [['getNormalizedDOB', 'db']],
  genderUtil: [['getNormalizedGender', 'ge']],
}

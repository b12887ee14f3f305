import { join } from 'node:path'

import { useFolder } from '@conversion-capi/test-support/vitest'
import { beforeAll, describe, expect, it } from 'vitest'

import {
  DECLARATIONS,
  findException,
  isSelfContained,
  listImports,
  PATHS,
  readCompleteSamples,
  SERVICES,
} from './exceptions.ts'
import { nameOf, readSamples, ROOT, type Sample } from './read-samples.ts'
import { canRun, expectedResult, runSample } from './run-sample.ts'
import { typeCheckSamples } from './type-check-samples.ts'
import { writeSamples } from './write-samples.ts'

const NODE_MODULES = join(ROOT, 'tests/node_modules')

// The tests of the packed packages compile and run the others.
const samples = readCompleteSamples().filter((sample) => !isSelfContained(sample))

it('compiles', async () => {
  expect(samples.length).toBeGreaterThan(4)
  await typeCheckSamples(samples, NODE_MODULES)
})

describe('the samples that need no service', () => {
  const running = samples.filter(canRun)
  const written = useFolder()
  let paths: Map<Sample, string>

  beforeAll(async () => {
    paths = await writeSamples(running, NODE_MODULES, written.path)
  })

  it.concurrent.each(running.map((sample) => [nameOf(sample), sample] as const))(
    'run: %s',
    async (_, sample) => {
      const result = await runSample(sample, paths.get(sample)!)
      expect(result).toMatchObject(expectedResult(sample))
    },
  )
})

describe('the exceptions', () => {
  const all = readSamples('ts', 'tsx', 'js', 'mjs')

  it.each(PATHS)('apply to one sample: $page, $start', (exception) => {
    expect(all.filter((sample) => findException([exception], sample)).map(nameOf)).toHaveLength(1)
  })

  it.each(Object.keys({ ...SERVICES, ...DECLARATIONS }))('apply to a module in use: %s', (name) => {
    expect(all.some((sample) => listImports(sample).includes(name))).toBe(true)
  })
})

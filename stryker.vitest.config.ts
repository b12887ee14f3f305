import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const CORE = join(import.meta.dirname, 'packages/core/src')

/**
 * Runs the tests of the mutated file first and the conformance suite, which takes as long as all others, last: a mutant
 * needs no further test after the first failure.
 */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ownTest = this.ctx.config.related?.[0]?.replace('.ts', '.test.ts')
    const distanceOf = ({ moduleId }: TestSpecification): number =>
      moduleId === ownTest ? 0 : moduleId.includes('/conformance/') ? 2 : 1
    return (await super.sort(files)).toSorted((a, b) => distanceOf(a) - distanceOf(b))
  }
}

/** The tests of the mutation run. */
export default defineConfig({
  resolve: {
    // Stryker runs the tests in a copy of the repository that shares its node_modules. There,
    // `@conversion-capi/core` is the original, so the conformance suite would not see any mutant.
    alias: [
      { find: /^@conversion-capi\/core$/, replacement: join(CORE, 'index.ts') },
      { find: /^@conversion-capi\/core\/(\w+)$/, replacement: join(CORE, '$1.ts') },
    ],
  },
  test: {
    include: ['{packages/core,tests/conformance}/src/**/*.test.ts'],
    // Simulates 47 hours for each mutant of the sender, which other tests kill.
    exclude: ['**/redelivery.property.test.ts'],
    testTimeout: 300_000,
    isolate: false,
    sequence: { sequencer: NearestFirst },
  },
})

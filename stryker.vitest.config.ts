import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const CORE = join(import.meta.dirname, 'packages/core/src')

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
  },
})

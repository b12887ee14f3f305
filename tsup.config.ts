import { defineConfig } from 'tsup'

// tsup writes the JavaScript of every package; `tsc` writes the types.
export default defineConfig({
  // One entry per `exports` entry. The paths are relative to the package that runs the build.
  entry: ['src/*.ts', '!src/*.test.ts', '!src/*.test-d.ts'],
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  sourcemap: true,
  clean: true,
})

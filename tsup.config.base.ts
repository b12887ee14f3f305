import type { Options } from 'tsup'

/** tsup writes the JavaScript; the types come from tsc (see each tsconfig.build.json). */
export function library(entry: string[]): Options {
  return {
    entry,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    sourcemap: true,
    clean: true,
  }
}

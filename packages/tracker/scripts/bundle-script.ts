import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'

/** Bundles the browser's sources into one minified classic script. */
export async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/lib/browser/main.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    charset: 'utf8',
    write: false,
  })
  return outputFiles[0]!.text.trim()
}

import { fileURLToPath } from 'node:url'

import { build, type BuildOptions } from 'esbuild'
import { minify } from 'terser'

import { OPTION_KEYS } from '../src/lib/option-keys.ts'

const BROWSER = fileURLToPath(new URL('../src/lib/browser', import.meta.url))

/** Bundles an entry of the browser's sources into one minified classic script. */
export function bundleScript(entry: string): Promise<string> {
  return bundle({ entryPoints: [`${BROWSER}/${entry}`], format: 'iife' })
}

/** Bundles one add-on into an expression whose value is its function. */
export async function bundleAddOn(file: string, name: string): Promise<string> {
  const contents = `import { ${name} } from './add-ons/${file}'; __PART__ = ${name}`
  const code = await bundle({
    stdin: { contents, resolveDir: BROWSER, loader: 'ts' },
    format: 'esm',
  })
  if (code.startsWith('__PART__=')) return `(${code.slice('__PART__='.length)})`
  return `(()=>{${code.replace('__PART__=', 'return ')}})()`
}

async function bundle(input: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    minify: true,
    target: 'es2020',
    charset: 'utf8',
    mangleProps: new RegExp(`^(${Object.keys(OPTION_KEYS).join('|')})$`),
    mangleCache: OPTION_KEYS,
    write: false,
  })
  const { code } = await minify(outputFiles[0]!.text.replace('"use strict";', ''), {
    ecma: 2020,
    toplevel: true,
    compress: { passes: 3, unsafe_arrows: true },
  })
  return code!.trim().replace(/;$/, '')
}

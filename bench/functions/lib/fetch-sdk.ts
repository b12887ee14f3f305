import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { build } from 'esbuild'

/**
 * Gets Meta's own library from the registry: it is no dependency of this repository.
 *
 * @param folder An empty folder, for npm to install into. No script of a package runs.
 * @returns Its bundle, all of it, minified for Node: it is CommonJS, of which nothing can be left out.
 */
export async function fetchSdk(name: string, version: string, folder: string): Promise<string> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['install', ...options, `${name}@${version}`], { cwd: folder })
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = require('${name}')`, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    logLevel: 'error',
    write: false,
  })
  return outputFiles[0]!.text
}

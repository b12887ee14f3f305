import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'

/**
 * Bundles a site's own file with our packages as they are built, minified, like the hosts do.
 *
 * @param host The folder of the adapter.
 * @param source The file.
 */
export async function bundleFunction(host: string, source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: pathTo(`adapters/${host}`) },
    alias: {
      [`@conversion-capi/${host}`]: pathTo(`adapters/${host}/dist/index.js`),
      '@conversion-capi/core/protocol': pathTo('packages/core/dist/protocol.js'),
      '@conversion-capi/core': pathTo('packages/core/dist/index.js'),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    logLevel: 'error',
    write: false,
  })
  return outputFiles[0]!.text
}

function pathTo(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url))
}

/** Writes our scripts and the function of each host for size-limit, and prints the exact sizes of the scripts (brotli 11). */
import { mkdir, writeFile } from 'node:fs/promises'

import { bundle, bundleFunction, measure, SITE_FUNCTIONS } from './lib/bundle.ts'
import { ADD_ON_BUILDS, OUR_BUILDS } from './tracker/our-builds.ts'

for (const { name, file, code } of [...OUR_BUILDS, ...ADD_ON_BUILDS]) {
  await write(`tracker/dist/${file}`, code)
  console.log(`${measure(code).brotli} bytes: ${name}`)
}
await write('tracker/dist/client.js', await bundleClient())
for (const name of Object.keys(SITE_FUNCTIONS) as (keyof typeof SITE_FUNCTIONS)[]) {
  await write(`functions/dist/${name}.js`, await bundleFunction(name))
}

async function write(path: string, code: string): Promise<void> {
  const file = new URL(path, import.meta.url)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, code)
}

/** Bundles and minifies what an app imports. */
function bundleClient(): Promise<string> {
  return bundle(
    `import { connectTracker } from '@conversion-capi/tracker/client'
    self.school = connectTracker('polaris')`,
    import.meta.dirname,
    { format: 'esm', platform: 'browser' },
  )
}

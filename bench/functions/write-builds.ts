/** Writes a deployed function for each host as a file, for size-limit to hold against its limit. */
import { mkdir, writeFile } from 'node:fs/promises'

import { bundleFunction } from './lib/bundle-function.ts'
import { OUR_FUNCTIONS } from './lib/our-functions.ts'

const dist = new URL('dist/', import.meta.url)
await mkdir(dist, { recursive: true })
for (const { host, source } of OUR_FUNCTIONS)
  await writeFile(new URL(`${host}.js`, dist), await bundleFunction(host, source))

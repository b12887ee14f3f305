/** Writes the deployed function of each host to `dist/`, where size-limit checks its size. */
import { mkdir, writeFile } from 'node:fs/promises'

import { bundleFunction, SITE_FUNCTIONS } from './lib/site-functions.ts'

const dist = new URL('dist/', import.meta.url)
await mkdir(dist, { recursive: true })
for (const { host, name = host, source } of SITE_FUNCTIONS)
  await writeFile(new URL(`${name}.js`, dist), await bundleFunction({ host, source }))

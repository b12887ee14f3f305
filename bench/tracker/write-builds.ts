/** Writes our scripts as files for size-limit, and prints their exact sizes (brotli 11). */
import { mkdir, writeFile } from 'node:fs/promises'

import { measure } from './lib/measure.ts'
import { ADD_ON_BUILDS, OUR_BUILDS } from './lib/our-builds.ts'

const dist = new URL('dist/', import.meta.url)
await mkdir(dist, { recursive: true })
for (const { name, file, code } of [...OUR_BUILDS, ...ADD_ON_BUILDS]) {
  await writeFile(new URL(file, dist), code)
  console.log(`${measure(code).brotli} bytes: ${name}`)
}

/** Writes our scripts as files, for size-limit to hold against its limits. */
import { mkdir, writeFile } from 'node:fs/promises'

import { OUR_BUILDS } from './lib/our-builds.ts'

const dist = new URL('dist/', import.meta.url)
await mkdir(dist, { recursive: true })
for (const { file, code } of OUR_BUILDS) await writeFile(new URL(file, dist), code)

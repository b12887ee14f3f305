// Writes the pages of the groups "Reference" and "API": `node write-reference.ts`.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { renderReference } from './render-reference.ts'

const FOLDER = fileURLToPath(new URL('../../reference', import.meta.url))

const pages = await renderReference()
await rm(FOLDER, { recursive: true, force: true })
for (const [path, markdown] of Object.entries(pages)) {
  const file = join(FOLDER, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, markdown)
}
console.log(`Wrote ${Object.keys(pages).length} pages to ${FOLDER}.`)

import { createHash } from 'node:crypto'
import { copyFile, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { READY_DEBUG_SCRIPT, READY_FULL_SCRIPT, READY_SCRIPT } from '../src/lib/script.generated.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const CORE_DIST = fileURLToPath(new URL('../../core/dist', import.meta.url))

for (const [file, script] of [
  ['tracker.js', READY_SCRIPT],
  ['tracker.full.js', READY_FULL_SCRIPT],
  ['tracker.debug.js', READY_DEBUG_SCRIPT],
] as const) {
  await writeFile(join(DIST, file), script)
  const digest = createHash('sha384').update(script).digest('base64')
  console.log(`dist/${file}  integrity="sha384-${digest}"`)
}
await copyCoreTypes()

/** Copies core's types into `dist`, because the published package has no dependencies. */
async function copyCoreTypes(): Promise<void> {
  const files = ['{pii,protocol,tracker-name}.d.ts', 'lib/pii/*.d.ts']
  for await (const file of glob(files, { cwd: CORE_DIST })) {
    const copy = join(DIST, 'core', file)
    await mkdir(dirname(copy), { recursive: true })
    await copyFile(join(CORE_DIST, file), copy)
  }
  for await (const file of glob('**/*.d.ts', { cwd: DIST, exclude: ['core'] })) {
    const path = join(DIST, file)
    const core = relative(dirname(path), join(DIST, 'core')).replaceAll('\\', '/')
    const types = await readFile(path, 'utf8')
    const prefix = core.startsWith('.') ? core : `./${core}`
    await writeFile(path, types.replace(/@conversion-capi\/core\/([\w-]+)/g, `${prefix}/$1.ts`))
  }
}

import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { isJsonObject } from '@conversion-capi/core/protocol'

import type { Host } from '../hosts/hosts.ts'

/**
 * Writes the `deno.json` of a Deno server that needs copied packages, and of each Supabase function that has none.
 * Supabase resolves imports with it, and ignores the `package.json` of the project.
 *
 * @param copied The folders of the other packages, relative to the output folder, by name.
 * @see https://supabase.com/docs/guides/functions/dependencies
 */
export async function writeDenoImports(
  folder: string,
  host: Host,
  dependencies: Record<string, string>,
  copied: ReadonlyMap<string, string>,
): Promise<void> {
  if (host === 'deno') {
    if (copied.size > 0) await write(join(folder, 'deno.json'), './')
    return
  }
  const functions = join(folder, 'supabase/functions')
  for (const entry of await readdir(functions, { withFileTypes: true })) {
    const file = join(functions, entry.name, 'deno.json')
    // Folders that start with "_" are shared by functions.
    if (!entry.isDirectory() || entry.name.startsWith('_') || existsSync(file)) continue
    await write(file, '../../../')
  }

  async function write(file: string, toFolder: string): Promise<void> {
    const imports: Record<string, string> = toNpm(dependencies)
    for (const [name, path] of copied) {
      const { exports = {}, dependencies: indirect = {} } = JSON.parse(
        await readFile(join(folder, path, 'package.json'), 'utf8'),
      )
      for (const [subpath, target] of Object.entries(exports)) {
        const entry: unknown = isJsonObject(target) ? target['default'] : target
        if (typeof entry !== 'string' || !/\.[jt]s$/.test(entry)) continue
        imports[name + subpath.slice('.'.length)] =
          `${toFolder}${path}/${entry.replace(/^\.\//, '')}`
      }
      const external = Object.entries(indirect as Record<string, string>)
      Object.assign(
        imports,
        toNpm(Object.fromEntries(external.filter(([each]) => !copied.has(each)))),
      )
    }
    await writeFile(file, `${JSON.stringify({ imports }, null, 2)}\n`)
  }
}

function toNpm(dependencies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => [name, `npm:${name}@${version}`]),
  )
}

import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes the `deno.json` of each Supabase function that has none. Supabase resolves imports with it, and ignores
 * the `package.json` of the project.
 *
 * @param folder The folder with `package.json`, whose dependencies become the imports.
 * @see https://supabase.com/docs/guides/functions/dependencies
 */
export async function writeFunctionImports(folder: string): Promise<void> {
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const imports = Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => [name, `npm:${name}@${version}`]),
  )
  const functions = join(folder, 'supabase/functions')
  for (const entry of await readdir(functions, { withFileTypes: true })) {
    const file = join(functions, entry.name, 'deno.json')
    // Folders that start with "_" are shared by functions.
    if (!entry.isDirectory() || entry.name.startsWith('_') || existsSync(file)) continue
    await writeFile(file, `${JSON.stringify({ imports }, null, 2)}\n`)
  }
}

import { isJsonObject } from '@conversion-capi/core/protocol'
import { CommandError, parseJsonObject, readText } from '@conversion-capi/meta/terminal'

export interface Manifest {
  name?: string
  type?: string
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Reads a `package.json`. Returns `undefined` if the file does not exist. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readText(folder, 'package.json')
  if (text === undefined) return undefined
  const manifest = parseJsonObject(text)
  if (!manifest) {
    throw new CommandError('package.json is not a JSON object. Correct it first.')
  }
  for (const field of ['scripts', 'dependencies', 'devDependencies']) {
    if (isJsonObject(manifest[field] ?? {})) continue
    throw new CommandError(`"${field}" in package.json is not an object. Correct it first.`)
  }
  return manifest
}

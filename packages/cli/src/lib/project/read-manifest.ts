import { CommandError } from '../report/errors.ts'
import { readText } from './read-text.ts'

/** The fields of a `package.json` that the commands use. */
export interface Manifest {
  name?: string
  type?: string
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/**
 * Reads a `package.json`.
 *
 * @param folder The folder.
 * @returns The fields, or `undefined` if the file does not exist.
 * @throws {CommandError} If the file is not a JSON object, or the dependencies or scripts in it are none.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readText(folder, 'package.json')
  if (text === undefined) return undefined
  const manifest = tryParse(text)
  if (!isObject(manifest)) {
    throw new CommandError('package.json is not a JSON object. Correct it first.')
  }
  for (const field of ['scripts', 'dependencies', 'devDependencies']) {
    if (isObject(manifest[field] ?? {})) continue
    throw new CommandError(`"${field}" in package.json is not an object. Correct it first.`)
  }
  return manifest
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

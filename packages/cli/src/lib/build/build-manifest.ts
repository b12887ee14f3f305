import { hash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { isJsonObject } from '@conversion-capi/core/protocol'

import { renderJson } from '../hosts/host-record.ts'
import type { Host } from '../hosts/hosts.ts'

/** The name of the file in the output folder that lists what was built. It also marks the folder as a build. */
const MANIFEST_FILE = 'files.json'

/** The content of `files.json`, which lists what was built. */
export interface BuildManifest {
  host: Host
  files: BuiltFile[]
}

/** A file of the site in the output folder. */
export interface BuiltFile {
  /** The path of its URL: `/for-llm/`. */
  path: string
  /** Its URL, relative to the output folder: `public/for-llm/index.html`. */
  file: string
  contentType: string
  /** Extra headers. */
  headers?: Record<string, string>
}

type Written = Record<string, string>

/** Writes `files.json` with the hash of every file, so that the next build recognizes what this one wrote. */
export async function writeManifest(folder: string, manifest: BuildManifest): Promise<void> {
  const written: [path: string, content: string][] = []
  await walk(folder, '', async (path, entry) => {
    written.push([path, await describe(folder, path, entry)])
    return true
  })
  const content = { ...manifest, written: Object.fromEntries(written.sort()) }
  await writeFile(join(folder, MANIFEST_FILE), renderJson(content))
}

/**
 * Returns the paths that no build wrote or that were changed since, or `undefined` if no build wrote the folder.
 * A folder in which the build wrote nothing is listed without its content.
 */
export async function findOthers(folder: string): Promise<string[] | undefined> {
  const written = await readWritten(folder)
  if (written === undefined) return undefined
  const others: string[] = []
  await walk(folder, '', async (path, entry) => {
    const isSame =
      Object.hasOwn(written, path) && written[path] === (await describe(folder, path, entry))
    if (!isSame) others.push(path)
    return isSame
  })
  return others
}

async function readWritten(folder: string): Promise<Written | undefined> {
  try {
    const text = await readFile(join(folder, MANIFEST_FILE), 'utf8')
    const content: unknown = JSON.parse(text)
    if (!isJsonObject(content) || renderJson(content) !== text) return undefined
    return isJsonObject(content['written']) ? (content['written'] as Written) : undefined
  } catch {
    return undefined
  }
}

/** Calls `visit` for everything in a folder except its manifest, and for what is in a folder if it returned `true`. */
async function walk(
  root: string,
  folder: string,
  visit: (path: string, entry: Dirent) => Promise<boolean>,
): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder + entry.name
    if (path === MANIFEST_FILE) continue
    if ((await visit(path, entry)) && entry.isDirectory()) await walk(root, `${path}/`, visit)
  }
}

async function describe(root: string, path: string, entry: Dirent): Promise<string> {
  if (entry.isFile()) return `file ${hash('sha256', await readFile(join(root, path)))}`
  if (entry.isSymbolicLink()) return `link ${hash('sha256', await readlink(join(root, path)))}`
  return entry.isDirectory() ? 'folder' : 'other'
}

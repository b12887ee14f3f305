import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parseJsonObject, readText } from '@conversion-capi/meta/terminal'

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

export async function writeManifest(folder: string, manifest: BuildManifest): Promise<void> {
  await writeFile(join(folder, MANIFEST_FILE), renderJson(manifest))
}

/** Returns whether a build wrote a folder. */
export async function isBuild(folder: string): Promise<boolean> {
  const { host, files } = parseJsonObject((await readText(folder, MANIFEST_FILE)) ?? '') ?? {}
  return typeof host === 'string' && Array.isArray(files)
}

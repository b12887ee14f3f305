import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Size } from './size.ts'
import type { Writing } from './writing.ts'

/**
 * Runs a program in a new process and a temporary folder.
 *
 * @param read Called with the folder before it is deleted.
 */
export async function runWriter<Read = undefined>(
  program: string,
  { urls, hasVariants }: Size,
  read?: (folder: string) => Promise<Read>,
): Promise<Writing & { read: Read | undefined }> {
  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-sitemap-'))
  try {
    const options = [String(urls), hasVariants ? 'variants' : '', folder]
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...options])
    return { ...(JSON.parse(stdout) as Writing), read: await read?.(folder) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

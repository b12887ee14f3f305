import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { CommandError } from '../report/command-error.ts'
import { decodeStrictly } from '../site/decode-page.ts'
import { unreadableFile } from './unreadable-file.ts'

/**
 * Reads a file of a project as text.
 *
 * @param root The folder of the project.
 * @param path The path in the folder.
 * @returns The text, or `undefined` if the file does not exist.
 * @throws {CommandError} If the file cannot be read, or is not UTF-8 and would be written back garbled.
 */
export async function readText(root: string, path: string): Promise<string | undefined> {
  const bytes = await readFile(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw unreadableFile(root, { ...error, path: join(root, path) })
  })
  if (bytes === undefined) return undefined
  const text = decodeStrictly(bytes, 'UTF-8')
  if (text === undefined) throw new CommandError(`${path} is not UTF-8. Save it as UTF-8.`)
  return text
}

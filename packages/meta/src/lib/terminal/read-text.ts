import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

import { CommandError } from './errors.ts'
import { toLine } from './terminal.ts'
import { tryCall } from '../try-call.ts'

/** Reads a file of a project as text. Returns `undefined` if the file does not exist. */
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

export function unreadableFile(
  root: string,
  error: { code?: string | undefined; path?: string | undefined },
): CommandError {
  const { code, path } = error
  // A mistake of our own, which needs its stack.
  if (path === undefined) throw error
  const file = toLine(relativePath(root, path))
  return new CommandError(
    file.includes('\ufffd')
      ? // Node replaces bytes that are not UTF-8, so no file has the name that it returns.
        `The name of ${file} is not UTF-8. Rename it.`
      : `${file} cannot be read (${code}). Change its permissions, or remove it.`,
  )
}

/** Returns a path relative to a folder, with slashes on every system. */
export function relativePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/')
}

/** Returns the line of a character, the first being 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** Decodes bytes, or returns `undefined` if they are not valid or the encoding is unknown. Drops a byte order mark. */
export function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  return tryCall(() => new TextDecoder(encoding, { fatal: true }).decode(bytes))
}

import { relative } from 'node:path'

import { CommandError } from '../report/command-error.ts'

/**
 * Creates the error for a file that cannot be read.
 *
 * @param root The folder of the project.
 * @param error The error of the file system.
 */
export function unreadableFile(root: string, error: NodeJS.ErrnoException): CommandError {
  const { code, path } = error
  // A mistake of our own, which needs its stack.
  if (path === undefined) throw error
  const file = relative(root, path)
  return new CommandError(
    file.includes('\ufffd')
      ? // Node replaces bytes that are not UTF-8, so no file has the name that it returns.
        `The name of ${file} is not UTF-8. Rename it.`
      : `${file} cannot be read (${code}). Change its permissions, or remove it.`,
  )
}

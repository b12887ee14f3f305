import { readFileSync, realpathSync, statSync } from 'node:fs'

import { queueFileError } from './queue-file-error.ts'

/**
 * Returns the path of an existing file without symbolic links.
 *
 * The lock and the write-ahead log are next to the file. With a second name in another folder, there would be two of both:
 * each event would be delivered twice, and the file would be corrupted.
 *
 * @throws {Error} If the file is missing, or has a second name: a hard link, or a mount of the file itself.
 */
export function findFile(path: string): string {
  const file = realpathSync(path)
  const stats = statSync(file)
  const hasNames = stats.isFile() && (stats.nlink > 1 || listMounts().includes(file))
  if (hasNames) throw queueFileError('linked')
  return file
}

/** Returns the paths of all mounts. Only Linux can mount a file. Deno reads the list only with `--allow-all`. */
function listMounts(): string[] {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
    return lines.map((line) => unescapePath(line.split(' ')[4] ?? ''))
  } catch {
    return []
  }
}

/** White space and backslashes are octal numbers. */
function unescapePath(path: string): string {
  return path.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8)))
}

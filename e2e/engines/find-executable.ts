import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** The first of these commands or absolute paths that the machine has. */
export function findExecutable(...candidates: (string | undefined)[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return candidates
    .filter((candidate) => candidate !== undefined)
    .flatMap((each) => (isAbsolute(each) ? each : folders.map((folder) => join(folder, each))))
    .find((path) => existsSync(path))
}

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads a file of the output folder of a project. */
export function readOutput(dir: string, file: string): Promise<string> {
  return readFile(join(dir, 'dist', file), 'utf8')
}

/** Lists the files in the output folder of a project. */
export async function listOutput(dir: string): Promise<string[]> {
  const folder = join(dir, 'dist')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

/** Reads all files in the output folder of a project. */
export async function readAllOutput(dir: string): Promise<Record<string, string>> {
  const files = (await listOutput(dir)).sort()
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readOutput(dir, file)])),
  )
}

/** Replaces a string in a file. */
export async function replaceIn(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${path} does not contain ${from}.`)
  await writeFile(
    path,
    text.replace(from, () => to),
  )
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the runtimes, installed outside the workspace. */
export const RUNTIMES = fileURLToPath(new URL('../runtimes/', import.meta.url))

/**
 * Returns the path of a package's script or binary.
 *
 * @throws If the package is not installed.
 */
export function findBin(packageName: string, name = packageName): string {
  const folder = join(RUNTIMES, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = join(folder, typeof bin === 'string' ? bin : bin[name])
  if (!existsSync(file)) throw new Error(`${packageName} is not installed in ${RUNTIMES}.`)
  return file
}

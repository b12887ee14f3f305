import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/**
 * Checks that a command is on the `PATH`. If it is missing, installs its Debian package.
 *
 * @param name The command.
 * @param debianPackage The package that contains it.
 * @throws {Error} If the command is still missing.
 */
export function ensureCommand(name: string, debianPackage: string): void {
  if (findExecutable(name)) return
  installDebianPackages(debianPackage)
  if (findExecutable(name)) return
  throw new Error(
    `The command "${name}" was not found. Install it (on Debian: apt-get install ${debianPackage}).`,
  )
}

/**
 * Returns the path of the first candidate that exists.
 *
 * @param candidates Names of commands on the `PATH`, or absolute paths. `undefined` is skipped.
 * @returns The path, or `undefined` if no candidate exists.
 */
export function findExecutable(...candidates: (string | undefined)[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return candidates
    .filter((candidate) => candidate !== undefined)
    .flatMap((each) => (isAbsolute(each) ? each : folders.map((folder) => join(folder, each))))
    .find((path) => existsSync(path))
}

/**
 * Returns the path in an environment variable that selects an executable.
 *
 * @param name The variable, such as `CHROME_PATH`.
 * @returns The path, or `undefined` if the variable is not set or empty.
 * @throws {Error} If no file has this path. Another executable would be tested without notice.
 */
export function executableFromEnv(name: string): string | undefined {
  const path = process.env[name]
  if (!path) return undefined
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path
  throw new Error(`${name} is "${path}", which is not a file. Correct it, or unset it.`)
}

/**
 * Installs packages with `apt-get`, if this process is root on Debian.
 *
 * @param packages Names of Debian packages.
 * @returns Whether this machine allows the installation. The installation itself may still have failed.
 */
export function installDebianPackages(...packages: string[]): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false
  console.log(`Installing the Debian packages ${packages.join(', ')}…`)
  if (!isIndexUpdated) aptGet('update')
  isIndexUpdated = true
  aptGet('install', '--yes', '--no-install-recommends', ...packages)
  return true
}

let isIndexUpdated = false

function aptGet(...args: string[]): void {
  spawnSync('apt-get', ['--quiet=2', ...args], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

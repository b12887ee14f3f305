import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Makes sure that a command is there: as root on Debian its package is installed where it is missing.
 *
 * Throws a sentence that says what to install when it is still missing.
 */
export function ensureCommand(name: string, debianPackage: string): void {
  if (isOnPath(name)) return
  if (isRootOnDebian()) install(debianPackage)
  if (isOnPath(name)) return
  throw new Error(
    `The validators need the command "${name}", and it was not found. Install it (on Debian: apt-get install ${debianPackage}).`,
  )
}

function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, name)))
}

function isRootOnDebian(): boolean {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0
}

function install(debianPackage: string): void {
  console.log(`Installing the Debian package ${debianPackage} …`)
  const options = {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', debianPackage], options)
}

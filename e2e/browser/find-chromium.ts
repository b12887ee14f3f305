import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { chromium } from 'playwright-core'

/**
 * Finds a Chromium or Chrome, and where there is none gets one: Debian's package as root on Debian,
 * Playwright's own download elsewhere.
 *
 * @returns The path of its executable. Throws a sentence that says what to install when there is none.
 */
export function findChromium(): string {
  const found = installed() ?? (isRootOnDebian() ? fromDebian() : fromPlaywright())
  if (found) return found
  throw new Error(
    'The browser tests need a Chromium or Chrome, and none was found or could be installed. ' +
      'Install one (on Debian: apt-get install chromium), or name it in CHROME_PATH.',
  )
}

const CANDIDATES = [
  process.env['CHROME_PATH'],
  ...onPath('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  chromium.executablePath(),
]

function installed(): string | undefined {
  return CANDIDATES.find((path) => path && existsSync(path))
}

function onPath(...names: string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(':')
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function isRootOnDebian(): boolean {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0
}

function fromDebian(): string | undefined {
  console.log('No Chromium found: installing the Debian package …')
  const options = {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], options)
  return installed()
}

function fromPlaywright(): string | undefined {
  console.log('No Chromium found: letting Playwright download one …')
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core')), 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  return installed()
}

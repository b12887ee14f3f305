import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

import { executableFromEnv, findExecutable, installDebianPackages } from './ensure-command.ts'
import { LONG_TIMEOUT_MS } from './long-timeouts.ts'

/** Runs Chromium headless and without background network requests. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Launches Chromium with `CHROMIUM_FLAGS`. The timeouts of its pages only end tests that hang.
 *
 * @param options Playwright's options. `args` are added to the flags. The default of `executablePath` is
 *   {@link findHeadlessShell}.
 * @returns The browser. The caller closes it.
 * @throws {Error} If no Chromium is installed and none can be installed.
 */
export async function launchChromium({
  args = [],
  ...options
}: LaunchOptions = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findHeadlessShell(),
    timeout: LONG_TIMEOUT_MS,
    ...options,
    args: [...CHROMIUM_FLAGS, ...args],
  })
  return browser.on('context', (context) => context.setDefaultTimeout(LONG_TIMEOUT_MS))
}

/**
 * Returns the path of a Chromium or Chrome executable. If none is found, installs one first: Debian's package
 * if this process is root on Debian, Playwright's build otherwise.
 *
 * Call it in a global setup as well, so that two test workers do not install at the same time.
 *
 * @throws {Error} If `CHROME_PATH` is wrong, or no Chromium is found and the installation fails.
 */
export function findChromium(): string {
  const executable = findInstalled() ?? install()
  if (executable) return executable
  throw new Error(
    'Chromium was not found and could not be installed. Install it ' +
      '(on Debian: apt-get install chromium) or set CHROME_PATH to its executable.',
  )
}

/**
 * Returns the path of Chromium's headless shell, which needs half of Chromium's CPU time and has no back/forward cache.
 * Where Debian's package cannot be installed, returns {@link findChromium}.
 */
export function findHeadlessShell(): string {
  const find = () => findExecutable(executableFromEnv('CHROME_PATH'), 'chromium-headless-shell')
  const shell = find() ?? (installDebianPackages('chromium-headless-shell') ? find() : undefined)
  return shell ?? findChromium()
}

function findInstalled(): string | undefined {
  return findExecutable(
    executableFromEnv('CHROME_PATH'),
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    chromium.executablePath(),
  )
}

function install(): string | undefined {
  if (!installDebianPackages('chromium')) {
    console.log('Installing Chromium with Playwright…')
    const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core')), 'cli.js')
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  }
  return findInstalled()
}

import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

import { CommandError, readProxy, type Streams } from '@conversion-capi/meta/terminal'
import type { Browser, BrowserType, LaunchOptions } from 'playwright-core'

const INSTALL =
  'Install Chrome, or write the path of a browser that is based on Chromium: --browser /usr/bin/chromium.'

/** Commands of Chromium, which Playwright's channels do not include. */
const CHROMIUM = ['chromium', 'chromium-browser']

/**
 * The browser reaches no server: `answerRequests` responds to every request. This also holds for the requests of a page
 * that is being left, which no route intercepts.
 */
const ARGS = ['--host-resolver-rules=MAP * ~NOTFOUND', '--disable-quic', '--no-proxy-server']

/**
 * Starts Chrome, Edge or Chromium.
 *
 * @param path The executable. @default the first one that is installed
 * @throws {CommandError} If `playwright-core` or the browser is missing.
 */
export async function openBrowser(
  path: string | undefined,
  { isHeaded, env }: { isHeaded: boolean; env: Streams['env'] },
): Promise<Browser> {
  const chromium = await loadPlaywright()
  // Chromium refuses to run as root with its sandbox.
  const isRoot = process.getuid?.() === 0
  const args = isRoot ? [...ARGS, '--no-sandbox'] : ARGS
  // For `answerRequests`: Chromium prefers `--no-proxy-server`.
  const proxy = toPlaywright(readProxy(env))
  const options = { headless: !isHeaded, args, ...(proxy && { proxy }) }
  const found = path ?? findExecutable(env)
  const candidates: LaunchOptions[] = found
    ? [{ executablePath: found }]
    : [{ channel: 'chrome' }, { channel: 'msedge' }, {}]
  for (const candidate of candidates) {
    const browser = await chromium.launch({ ...options, ...candidate }).catch(() => undefined)
    if (browser) return browser
  }
  throw new CommandError(
    path === undefined
      ? `visit found no browser. ${INSTALL}`
      : `The browser ${path} does not start. ${INSTALL}`,
  )
}

function toPlaywright(settings: ReturnType<typeof readProxy>): LaunchOptions['proxy'] {
  const url = settings?.httpsProxy ?? settings?.httpProxy
  if (!url || settings?.noProxy === '*') return undefined
  const { username, password, protocol, host } = new URL(url)
  const login = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  return { server: `${protocol}//${host}`, bypass: settings!.noProxy, ...(username && login) }
}

async function loadPlaywright(): Promise<BrowserType> {
  try {
    return (await import('playwright-core')).chromium
  } catch {
    throw new CommandError(
      'visit needs the package playwright-core. Install it: npm install --save-dev playwright-core',
    )
  }
}

function findExecutable({ PATH = '', CHROME_PATH }: Streams['env']): string | undefined {
  if (CHROME_PATH) return CHROME_PATH
  const paths = PATH.split(delimiter).flatMap((folder) =>
    CHROMIUM.map((name) => join(folder, name)),
  )
  return paths.find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

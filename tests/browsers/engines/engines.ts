import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import {
  executableFromEnv,
  findExecutable,
  installDebianPackages,
} from '@conversion-capi/test-support'
import { CHROMIUM_FLAGS, findChromium } from '@conversion-capi/test-support/chromium'

export interface Engine {
  name: string
  variable: string
  packages: string[]
  /** Returns the path of its executable, or `undefined` if it is missing. Throws if an installation fails. */
  find: () => string | undefined
  /**
   * Prepares a fresh profile and returns the command that opens a page.
   *
   * @param profile An empty folder. The caller deletes it.
   */
  prepare: (
    executable: string,
    profile: string,
    target: EngineTarget,
  ) => EngineCommand | Promise<EngineCommand>
}

export interface EngineTarget {
  url: string
  /**
   * The port on 127.0.0.1 of the HTTP proxy for all hostnames except localhost and 127.0.0.1. It serves every hostname
   * without DNS and blocks requests to the internet.
   */
  proxyPort: number
}

export interface EngineCommand {
  file: string
  args: string[]
  env?: Record<string, string>
}

const CHROMIUM: Engine = {
  name: 'Chromium',
  variable: 'CHROME_PATH',
  packages: ['chromium'],

  find: findChromium,

  prepare(executable, profile, { url, proxyPort }) {
    return {
      file: executable,
      args: [
        ...CHROMIUM_FLAGS,
        // In the back/forward cache, a page could still finish its requests.
        '--disable-features=BackForwardCache,HttpsUpgrades',
        `--proxy-server=http://127.0.0.1:${proxyPort}`,
        `--user-data-dir=${profile}`,
        url,
      ],
    }
  },
}

const FIREFOX: Engine = {
  name: 'Firefox',
  variable: 'FIREFOX_PATH',
  packages: ['firefox-esr'],

  find() {
    return findExecutable(
      executableFromEnv('FIREFOX_PATH'),
      'firefox-esr',
      'firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    )
  },

  async prepare(executable, profile, { url, proxyPort }) {
    const preferences = Object.entries({
      'browser.aboutwelcome.enabled': false,
      'browser.startup.homepage_override.mstone': 'ignore',
      'datareporting.policy.dataSubmissionEnabled': false,
      // Turns off the back/forward cache.
      'browser.sessionhistory.max_total_viewers': 0,
      'dom.security.https_first': false,
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': proxyPort,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': proxyPort,
    })
    const lines = preferences.map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    )
    await writeFile(join(profile, 'user.js'), lines.join(''))
    return { file: executable, args: ['--headless', '--no-remote', '--profile', profile, url] }
  },
}

/** WebKit's MiniBrowser for Linux. It has no headless mode. */
const WEBKIT: Engine = {
  name: 'WebKitGTK',
  variable: 'MINIBROWSER_PATH',
  packages: ['webkit2gtk-driver', 'xvfb', 'xauth', 'dbus'],

  find() {
    const helpers = ['xvfb-run', 'xauth', 'dbus-run-session']
    if (!helpers.every((helper) => findExecutable(helper))) return undefined
    return findExecutable(
      executableFromEnv('MINIBROWSER_PATH'),
      ...globSync('/usr/{lib,lib/*,libexec}/webkit*gtk-*/MiniBrowser'),
    )
  },

  prepare(executable, _profile, { url, proxyPort }) {
    const proxy = [
      `--proxy=http://127.0.0.1:${proxyPort}`,
      '--ignore-host=localhost',
      '--ignore-host=127.0.0.1',
    ]
    return {
      file: 'xvfb-run',
      args: ['-a', 'dbus-run-session', '--', executable, '--private', ...proxy, url],
      env: {
        // Containers lack the namespaces for the sandbox and the device for the DMABUF renderer.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      },
    }
  },
}

export const ENGINES: Engine[] = [CHROMIUM, FIREFOX, WEBKIT]

/** The path of an engine's executable, or the reason why it is missing. */
export type FoundEngine = { executable: string } | { missing: string }

/**
 * Finds all engines. Installs missing ones if this process is root on Debian.
 *
 * @returns The result for each engine, by name.
 * @throws {Error} If an environment variable selects a file that does not exist.
 */
export function findEngines(): Record<string, FoundEngine> {
  return Object.fromEntries(ENGINES.map((engine) => [engine.name, findEngine(engine)]))
}

function findEngine({ name, variable, packages, find }: Engine): FoundEngine {
  // Outside of the try block: a wrong path in the environment variable is an error, even if engines may be missing.
  executableFromEnv(variable)
  try {
    let executable = find()
    if (executable) return { executable }
    const mayInstall = installDebianPackages(...packages)
    executable = find()
    if (executable) return { executable }
    const reason = mayInstall ? 'apt-get did not install it' : 'only root on Debian may install it'
    return { missing: `${name} was not found and ${reason}. Packages: ${packages.join(', ')}.` }
  } catch (error) {
    return { missing: (error as Error).message }
  }
}

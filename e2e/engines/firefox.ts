import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Engine } from './engine.ts'
import { findExecutable } from './find-executable.ts'

export const FIREFOX: Engine = {
  name: 'Firefox',
  packages: ['firefox-esr'],

  find() {
    return findExecutable(
      process.env['FIREFOX_PATH'],
      'firefox-esr',
      'firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    )
  },

  async start(executable, profile, { url, proxyPort }) {
    const preferences = {
      'browser.aboutwelcome.enabled': false,
      'browser.startup.homepage_override.mstone': 'ignore',
      'datareporting.policy.dataSubmissionEnabled': false,
      // Firefox too is to forget a page that is left.
      'browser.sessionhistory.max_total_viewers': 0,
      'dom.security.https_first': false,
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': proxyPort,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': proxyPort,
    }
    await writeFile(join(profile, 'user.js'), toUserJs(preferences))
    return { file: executable, args: ['--headless', '--no-remote', '--profile', profile, url] }
  },
}

function toUserJs(preferences: Record<string, boolean | number | string>): string {
  return Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}

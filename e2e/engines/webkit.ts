import { globSync } from 'node:fs'

import type { Engine } from './engine.ts'
import { findExecutable } from './find-executable.ts'

/** WebKit as Linux has it, in the small browser that comes with it. It has no headless mode. */
export const WEBKIT: Engine = {
  name: 'WebKitGTK',
  packages: ['webkit2gtk-driver', 'xvfb', 'xauth', 'dbus'],

  find() {
    const helpers = ['xvfb-run', 'xauth', 'dbus-run-session']
    if (!helpers.every((helper) => findExecutable(helper))) return undefined
    return findExecutable(
      process.env['MINIBROWSER_PATH'],
      ...globSync('/usr/{lib,lib/*,libexec}/webkit*gtk-*/MiniBrowser'),
    )
  },

  start(executable, _profile, { url, proxyPort }) {
    const proxy = [
      `--proxy=http://127.0.0.1:${proxyPort}`,
      '--ignore-host=localhost',
      '--ignore-host=127.0.0.1',
    ]
    return {
      file: 'xvfb-run',
      args: ['-a', 'dbus-run-session', '--', executable, '--private', ...proxy, url],
      env: {
        // A container grants neither the namespaces of the one nor the device of the other.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      },
    }
  },
}

import { fileURLToPath } from 'node:url'

import { bundle } from '../../lib/bundle.ts'

/** Bundles and minifies what an app imports. */
export function bundleClient(): Promise<string> {
  return bundle(
    `import { connectTracker } from '@conversion-capi/tracker/client'
    self.school = connectTracker('polaris')`,
    fileURLToPath(new URL('../..', import.meta.url)),
    { format: 'esm', platform: 'browser' },
  )
}

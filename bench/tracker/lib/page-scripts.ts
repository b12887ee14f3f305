import { buildTracker } from '@conversion-capi/tracker'

import { CLIENT_LIBRARY } from '../../../tests/peers/client-library-page.ts'
import { bundle } from '../../lib/bundle.ts'

export const OURS = 'conversion-capi, base'
export const PLAUSIBLE = '@plausible-analytics/tracker'

/**
 * Returns the scripts of our and other projects for a cold page, by name. A script sends a page view, or does its first
 * work, when it is evaluated.
 */
export async function readPageScripts(): Promise<Record<string, string>> {
  return {
    [OURS]: buildTracker({ name: 'polaris' }),
    [PLAUSIBLE]: await bundleForPage(PLAUSIBLE_PAGE),
    'web-vitals, which sends nothing': await bundleForPage(WEB_VITALS),
    'meta-capi-param-builder-clientjs, which sends nothing': `${CLIENT_LIBRARY}\nclientParamBuilder.processAndCollectAllParams()`,
  }
}

const PLAUSIBLE_PAGE = `import { init } from '@plausible-analytics/tracker'
init({ domain: 'school.example', endpoint: '/api/event', captureOnLocalhost: true })`

const WEB_VITALS = `import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(() => {})`

function bundleForPage(contents: string): Promise<string> {
  return bundle(contents, import.meta.dirname, {
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
  })
}

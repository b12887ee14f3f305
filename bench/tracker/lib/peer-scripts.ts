import { CLIENT_LIBRARY } from '../../../tests/peers/client-library-page.ts'
import { bundle } from '../../lib/bundle.ts'

export const PLAUSIBLE = '@plausible-analytics/tracker'

const MODULES = {
  [PLAUSIBLE]: `import { init } from '@plausible-analytics/tracker'
init({ domain: 'school.example', endpoint: '/api/event', captureOnLocalhost: true })`,
  'web-vitals, which sends nothing': `import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(() => {})`,
}

/**
 * Returns other projects' scripts by name. A script sends a page view, or does its first work, when it is evaluated.
 */
export async function readPeerScripts(): Promise<Record<string, string>> {
  const scripts: Record<string, string> = {
    'meta-capi-param-builder-clientjs, which sends nothing': `${CLIENT_LIBRARY}\nclientParamBuilder.processAndCollectAllParams()`,
  }
  for (const [name, module] of Object.entries(MODULES)) {
    scripts[name] = await bundle(module, import.meta.dirname, {
      format: 'iife',
      target: 'es2020',
      legalComments: 'none',
    })
  }
  return scripts
}

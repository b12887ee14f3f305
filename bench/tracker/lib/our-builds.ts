import { buildTracker } from '@conversion-capi/tracker'

import { READY_SCRIPT } from '../../../packages/tracker/src/lib/script.generated.ts'

/** The scripts that a site may serve, smallest first. */
export const OUR_BUILDS: { name: string; file: string; code: string }[] = [
  {
    name: 'conversion-capi, base',
    file: 'base.js',
    code: buildTracker({ name: 'polaris' }),
  },
  {
    name: 'conversion-capi, every add-on',
    file: 'add-ons.js',
    code: buildTracker({
      name: 'polaris',
      singlePage: true,
      declarative: true,
      pixel: { id: '1234567890' },
    }),
  },
  { name: 'conversion-capi, ready script', file: 'ready.js', code: READY_SCRIPT },
]

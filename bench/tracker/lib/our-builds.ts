import { buildTracker, type TrackerOptions } from '@conversion-capi/tracker'

import {
  READY_DEBUG_SCRIPT,
  READY_FULL_SCRIPT,
  READY_SCRIPT,
} from '../../../packages/tracker/src/lib/script.generated.ts'

interface Build {
  name: string
  file: string
  code: string
}

/** The add-ons with typical values. */
const READY_ADD_ONS: Omit<TrackerOptions, 'name'> = {
  pixel: { id: '1234567890' },
  singlePage: true,
  declarative: true,
  queryParameters: ['utm_source', 'utm_medium'],
}
/** The pixel with all of its settings. */
const PIXEL = {
  id: '1234567890',
  advancedMatching: true,
  limitedDataUse: { country: 1, state: 1000 },
  autoConfig: false,
} as const
const ADD_ONS: typeof READY_ADD_ONS = {
  ...READY_ADD_ONS,
  nationalPhone: { countryCode: '7', trunkPrefix: '8' },
  exclude: ['/student'],
  trafficSource: true,
  debug: true,
}

/** The base script with one add-on each, and with those that the ready script has. */
export const ADD_ON_BUILDS: Build[] = [
  ...Object.entries(ADD_ONS).map(([option, value]) => ({
    name: `base and ${option}`,
    file: `base-${option}.js`,
    code: buildTracker({ name: 'polaris', [option]: value }),
  })),
  {
    name: 'base and pixel with advancedMatching',
    file: 'base-matched-pixel.js',
    code: buildTracker({ name: 'polaris', pixel: { id: '1234567890', advancedMatching: true } }),
  },
  {
    name: 'base and pixel with every setting',
    file: 'base-pixel-settings.js',
    code: buildTracker({ name: 'polaris', pixel: PIXEL }),
  },
  {
    name: 'base and the add-ons of the ready script',
    file: 'ready-add-ons.js',
    code: buildTracker({ name: 'polaris', ...READY_ADD_ONS }),
  },
]

/** The scripts to compare with other trackers, smallest first. */
export const OUR_BUILDS: Build[] = [
  {
    name: 'conversion-capi, base',
    file: 'base.js',
    code: buildTracker({ name: 'polaris' }),
  },
  {
    name: 'conversion-capi, pixel, singlePage and declarative',
    file: 'add-ons.js',
    code: buildTracker({
      name: 'polaris',
      singlePage: true,
      declarative: true,
      pixel: { id: '1234567890' },
    }),
  },
  {
    name: 'conversion-capi, every add-on',
    file: 'every-add-on.js',
    code: buildTracker({ name: 'polaris', ...ADD_ONS, pixel: PIXEL }),
  },
  { name: 'conversion-capi, ready script', file: 'ready.js', code: READY_SCRIPT },
  { name: 'conversion-capi, full ready script', file: 'ready-full.js', code: READY_FULL_SCRIPT },
  {
    name: 'conversion-capi, ready script with debug',
    file: 'ready-debug.js',
    code: READY_DEBUG_SCRIPT,
  },
]

import { buildTracker, type TrackerOptions } from '@conversion-capi/tracker'

import {
  READY_DEBUG_SCRIPT,
  READY_FULL_SCRIPT,
  READY_SCRIPT,
} from '../../packages/tracker/src/lib/script.generated.ts'

type Build = ReturnType<typeof build>

type AddOns = Omit<TrackerOptions, 'name'>

const READY_ADD_ONS: AddOns = {
  pixel: { id: '1234567890' },
  singlePage: true,
  declarative: true,
  queryParameters: ['utm_source', 'utm_medium'],
}
const PIXEL = {
  id: '1234567890',
  advancedMatching: true,
  limitedDataUse: { country: 1, state: 1000 },
  autoConfig: false,
} as const
const ADD_ONS: AddOns = {
  ...READY_ADD_ONS,
  nationalPhone: { countryCode: '7', trunkPrefix: '8' },
  exclude: ['/student'],
  trafficSource: true,
  sourceField: true,
  program: true,
  inAppClickId: true,
  debug: true,
}

/** The base script with one add-on each, and with those that the ready script has. */
export const ADD_ON_BUILDS: Build[] = [
  ...Object.entries(ADD_ONS).map(([option, value]) =>
    build(`base and ${option}`, `base-${option}.js`, { [option]: value }),
  ),
  build('base and pixel with advancedMatching', 'base-matched-pixel.js', {
    pixel: { id: '1234567890', advancedMatching: true },
  }),
  build('base and pixel with every setting', 'base-pixel-settings.js', { pixel: PIXEL }),
  build('base and the add-ons of the ready script', 'ready-add-ons.js', READY_ADD_ONS),
]

/** The scripts that schools use, smallest first. */
export const OUR_BUILDS: [Build, ...Build[]] = [
  build('base', 'base.js', {}),
  build('pixel, singlePage and declarative', 'add-ons.js', {
    singlePage: true,
    declarative: true,
    pixel: { id: '1234567890' },
  }),
  build('every add-on', 'every-add-on.js', { ...ADD_ONS, pixel: PIXEL }),
  { name: 'ready script', file: 'ready.js', code: READY_SCRIPT },
  { name: 'full ready script', file: 'ready-full.js', code: READY_FULL_SCRIPT },
  {
    name: 'ready script with debug',
    file: 'ready-debug.js',
    code: READY_DEBUG_SCRIPT,
  },
]

function build(name: string, file: string, options: AddOns) {
  return { name, file, code: buildTracker({ name: 'polaris', ...options }) }
}

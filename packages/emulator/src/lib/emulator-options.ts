import { check } from './check.ts'
import { checkFaults } from './check-faults.ts'
import { checkKeys } from './check-keys.ts'
import type { Faults } from './faults.ts'

/** Everything has a default; what is unusable or unknown is a `TypeError` at once. */
export interface EmulatorOptions {
  /** The one pixel that is known: letters, digits, `_`, `-`. Default: `'1234567890'`. */
  pixelId?: string
  /** The one token that is accepted; not empty. Default: `'emulator-access-token'`. */
  accessToken?: string
  /** The clock, in milliseconds since the epoch. Default: `Date.now`. */
  now?: () => number
  /** How many copies are kept, the oldest go first: a positive integer. Default: 10,000. */
  maxEvents?: number
  /** What goes wrong from the start; `fail()` changes it. Default: nothing. */
  faults?: Faults
  /** The seed of the fault generators, an integer. Default: 1, so that runs repeat. */
  seed?: number
}

const OPTION_NAMES = ['pixelId', 'accessToken', 'now', 'maxEvents', 'faults', 'seed']

/** Checks the options and fills in the defaults. */
export function resolveOptions(options: EmulatorOptions): Required<EmulatorOptions> {
  checkKeys(options, 'options', OPTION_NAMES)
  const {
    pixelId = '1234567890',
    accessToken = 'emulator-access-token',
    now = Date.now,
    maxEvents = 10_000,
    faults = {},
    seed = 1,
  } = options

  // It is a path segment and stands in the live page's HTML.
  const isId = typeof pixelId === 'string' && /^[\w-]+$/.test(pixelId)
  check(isId, 'pixelId', 'a string of letters, digits, _ and -')
  const isToken = typeof accessToken === 'string' && accessToken !== ''
  check(isToken, 'accessToken', 'a string that is not empty')
  check(typeof now === 'function', 'now', 'a function')
  check(Number.isSafeInteger(maxEvents) && maxEvents > 0, 'maxEvents', 'a positive integer')
  check(Number.isSafeInteger(seed), 'seed', 'an integer')
  checkFaults(faults)

  return { pixelId, accessToken, now, maxEvents, faults, seed }
}

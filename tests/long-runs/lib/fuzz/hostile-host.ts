import type { Config, HandlerOptions, Outcome, ServerEvent } from '@conversion-capi/core'
import fc from 'fast-check'

import { THROWN_VALUES } from './thrown-values.ts'

/** A host and the options it passes to the proxy, as printable data. */
export interface HostileHost {
  token: string
  config: keyof typeof CONFIGS
  clock: keyof typeof CLOCKS
  clientIp: keyof typeof CLIENT_IPS
  blockBots: keyof typeof BOT_FILTERS
  /** Whether the configuration is passed as it is, or by a function of the request. */
  lookup: 'none' | 'function' | 'async function'
  /** A value of {@link UNUSABLE}, if `config` is unusable. */
  unusable: number
  onOutcome: keyof typeof LISTENERS
  keep: keyof typeof KEEPERS
  /** Whether the event is also passed to a sender. */
  sends: boolean
  /** The value that callbacks throw, a key of `THROWN_VALUES`. */
  thrown: string
}

export const PIXEL_ID = '770000000000077'

// Most of a run is spent waiting, so retries are rare and limits are short.
const LIMITS = { timeoutMs: 5, deadlineMs: 60, bodyTimeoutMs: 3, retries: 0, retryDelayMs: 0 }

const CONFIGS = {
  usual: LIMITS,
  'with retries': { ...LIMITS, retries: 2 },
  'small bodies': { ...LIMITS, maxBodyBytes: 200 },
  none: undefined,
  'no token': { ...LIMITS, accessToken: '' },
  unusable: LIMITS,
  correctable: { ...LIMITS, graphUrl: 'https://graph.facebook.com//', retryDelayMs: Infinity },
  'allowed origins': { ...LIMITS, allowedOrigins: ['https://school.example'] },
  'limited data use': { ...LIMITS, limitedDataUse: { country: 1, state: 1000 } },
  'global privacy control': { ...LIMITS, globalPrivacyControl: 'honor' },
  'national phone': { ...LIMITS, nationalPhone: { countryCode: '7', trunkPrefix: '8' } },
} satisfies Record<string, Partial<Config> | undefined>

/** Returns fields that `createHandler` must refuse. */
const UNUSABLE: readonly ((token: string) => object)[] = [
  (token) => ({ graphUrl: `https://user:${token}@graph.facebook.com` }),
  (token) => ({ graphUrl: `https://graph.facebook.com/?access_token=${token}` }),
  (token) => ({ graphUrl: token }),
  (token) => ({ graphVersion: token }),
  (token) => ({ accessToken: [token] }),
  (token) => ({ accessToken: ` "${token}"` }),
  () => ({ pixelId: 7 }),
  () => ({ timeoutMs: NaN }),
  () => ({ deadlineMs: -1 }),
  () => ({ retries: '2' }),
  () => ({ retryDelayMs: null }),
  () => ({ maxBodyBytes: {} }),
  () => ({ bodyTimeoutMs: Symbol('ms') }),
  () => ({ allowedOrigins: 'https://school.example' }),
  () => ({ allowedOrigins: [null] }),
  () => ({ allowedOrigins: Promise.resolve([]) }),
  () => ({ limitedDataUse: true }),
  () => ({ nationalPhone: '7:8' }),
  () => ({ globalPrivacyControl: true }),
  () => ({ globalPrivacyControl: 'Honor' }),
  (token) => ({ timeout: token }),
]

const CLOCKS = {
  usual: Date.now,
  throws: undefined,
  'not a number': () => NaN,
  'the end of time': () => Infinity,
  'before the epoch': () => -1.5,
  'a bigint': () => 1n,
  'a string': () => 'now',
  nothing: () => {},
}

const CLIENT_IPS = {
  usual: undefined,
  throws: undefined,
  'an IP': () => '203.0.113.9:443',
  'not an IP': () => 'unix:',
  'not a string': () => 7,
  'a promise': () => Promise.resolve('203.0.113.9'),
  'a promise that rejects': undefined,
  'a thenable that throws': undefined,
}

const BOT_FILTERS = {
  usual: undefined,
  throws: undefined,
  blocks: () => true,
  'does not block': () => false,
  'not a boolean': () => 'yes',
  'a promise': () => Promise.resolve(true),
  'a promise that rejects': undefined,
  'a thenable that throws': undefined,
}

const LISTENERS = {
  usual: () => {},
  throws: undefined,
  rejects: undefined,
  'a thenable that throws': undefined,
  'never settles': () => new Promise(() => {}),
  'tampers with the outcome': (outcome: Outcome) => {
    for (const key of Object.keys(outcome)) delete outcome[key as keyof Outcome]
  },
}

const KEEPERS = {
  usual: undefined,
  keeps: () => {},
  throws: undefined,
  'a promise that rejects': undefined,
  'a thenable that throws': undefined,
  'tampers with the event': (event: object) => {
    for (const key of Object.keys(event)) delete event[key as keyof typeof event]
  },
}

export const hostileHost: fc.Arbitrary<HostileHost> = fc.record({
  token: fc.constantFrom(
    'EAAUnit0123456789Token',
    '1234567890|sEcReT-0123_456',
    'EAA"quoted"\\Token$&',
  ),
  config: fc.oneof(
    { weight: 17, arbitrary: fc.constant('usual') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...(Object.keys(CONFIGS) as (keyof typeof CONFIGS)[])),
    },
  ),
  clock: usually(CLOCKS),
  clientIp: usually(CLIENT_IPS),
  blockBots: usually(BOT_FILTERS),
  unusable: fc.nat(UNUSABLE.length - 1),
  onOutcome: usually(LISTENERS),
  lookup: fc.constantFrom('none', 'function', 'async function'),
  keep: fc.constantFrom(...(Object.keys(KEEPERS) as (keyof typeof KEEPERS)[])),
  sends: fc.boolean(),
  thrown: fc.constantFrom(...Object.keys(THROWN_VALUES)),
})

/**
 * Returns the options for `createHandler`, without `fetch`.
 *
 * @param record Called with every outcome before the host's own listener.
 * @param recordKept Called with every event before the host's own `keep`.
 */
export function toHandlerOptions(
  host: HostileHost,
  record: (outcome: Outcome) => void,
  recordKept: (event: ServerEvent) => void,
): HandlerOptions {
  const raise = (): never => {
    throw THROWN_VALUES[host.thrown]!(host.token)
  }
  const clientIp = toCallback(host.clientIp, CLIENT_IPS)
  const blockBots = toCallback(host.blockBots, BOT_FILTERS)
  const keep = toCallback(host.keep, KEEPERS)
  return {
    config: toSource(toConfig(host), host.lookup),
    now: (CLOCKS[host.clock] ?? raise) as () => number,
    ...(clientIp && { clientIp: clientIp as unknown as () => string }),
    ...(blockBots && { blockBots: blockBots as unknown as () => boolean }),
    ...(keep && {
      keep(event) {
        recordKept(event)
        return keep(event)
      },
    }),
    onOutcome(outcome) {
      record(outcome)
      return listen(outcome) as void
    },
  }

  function toCallback<K extends string>(
    name: K,
    callbacks: Record<K, ((event: ServerEvent) => unknown) | undefined>,
  ): ((event: ServerEvent) => unknown) | undefined {
    switch (name) {
      case 'throws':
        return raise
      case 'a promise that rejects':
        return () => Promise.reject(THROWN_VALUES[host.thrown]!(host.token))
      case 'a thenable that throws':
        // oxlint-disable-next-line unicorn/no-thenable -- tests a thenable
        return () => ({ then: raise })
      default:
        return callbacks[name]
    }
  }

  function listen(outcome: Outcome): unknown {
    switch (host.onOutcome) {
      case 'throws':
        return raise()
      case 'rejects':
        return Promise.reject(THROWN_VALUES[host.thrown]!(host.token))
      case 'a thenable that throws':
        // oxlint-disable-next-line unicorn/no-thenable -- tests a thenable
        return { then: raise }
      default:
        return LISTENERS[host.onOutcome](outcome)
    }
  }
}

export function toConfig({ config: name, token, unusable }: HostileHost): Config | undefined {
  const config = CONFIGS[name]
  return (
    config && {
      pixelId: PIXEL_ID,
      accessToken: token,
      ...config,
      ...(name === 'unusable' && UNUSABLE[unusable]!(token)),
    }
  )
}

function toSource(
  config: Config | undefined,
  lookup: HostileHost['lookup'],
): HandlerOptions['config'] {
  if (lookup === 'none') return config
  return lookup === 'function' ? () => config : async () => config
}

/** `usual` in nine of ten cases, otherwise any of the names. */
function usually<K extends string>(
  choices: Record<K | 'usual', unknown>,
): fc.Arbitrary<K | 'usual'> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant('usual' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(choices) as K[])) },
  )
}

import { describe, expect, it } from 'vitest'

import {
  type Config,
  createHandler,
  DEFAULTS,
  type HandlerOptions,
  readConfig,
} from '../../index.ts'
import { type ConfigValue, toSettings } from './settings.ts'

const CONFIG: Config = { pixelId: '770000000000077', accessToken: 'EAAsecret' }

describe('toSettings', () => {
  it('returns a copy with the default values', () => {
    expect(toSettings(CONFIG)).toEqual({ ...DEFAULTS, ...CONFIG })
    expect(toSettings(CONFIG)).not.toBe(CONFIG)
  })

  it('accepts every field that readConfig returns', () => {
    const config = readConfig({
      META_PIXEL_ID: '770000000000077',
      META_ACCESS_TOKEN: 'EAAsecret',
      META_GRAPH_URL: 'https://graph.example/base/',
      META_GRAPH_VERSION: 'v24.0',
      META_RETRIES: '0',
      META_ALLOWED_ORIGINS: 'https://school.example, *.school.example',
      META_LIMITED_DATA_USE: '1:1000',
      META_NATIONAL_PHONE: '7:8',
    })
    expect(config).toMatchObject({ ok: true, value: { nationalPhone: { trunkPrefix: '8' } } })
    expect(toSettings(config)).toEqual({ ...DEFAULTS, ...(config.ok && config.value) })
  })

  it.each<Partial<Config>>([{ pixelId: '' }, { accessToken: undefined as never }])(
    'does not throw if a required field is missing: %j',
    (change) => {
      expect(() => toSettings({ ...CONFIG, ...change })).not.toThrow()
    },
  )

  it.each<[Partial<Config>, Partial<Config>]>([
    [{ graphUrl: 'https://graph.example//' }, { graphUrl: 'https://graph.example' }],
    [{ pixelId: ' 77\n' }, { pixelId: '77' }],
    [{ timeoutMs: Infinity }, { timeoutMs: 2_147_483_647 }],
    [{ deadlineMs: 1e300 }, { deadlineMs: 2_147_483_647 }],
    [{ bodyTimeoutMs: 2_147_483_648 }, { bodyTimeoutMs: 2_147_483_647 }],
    [{ retryDelayMs: 1.9 }, { retryDelayMs: 1 }],
    [
      { limitedDataUse: { state: 1000, country: 1 } },
      { limitedDataUse: { country: 1, state: 1000 } },
    ],
    [
      { limitedDataUse: { country: '1', state: '1000' } as never },
      { limitedDataUse: { country: 1, state: 1000 } },
    ],
    [{ nationalPhone: { countryCode: 48 as never } }, { nationalPhone: { countryCode: '48' } }],
    [{ graphUrl: undefined as never }, { graphUrl: DEFAULTS.graphUrl }],
  ])('corrects %j', (change, expected) => {
    expect(toSettings({ ...CONFIG, ...change })).toEqual({ ...DEFAULTS, ...CONFIG, ...expected })
  })

  it.each<[keyof Config, unknown]>([
    ['pixelId', 770000000000077],
    ['pixelId', '"77"'],
    ['accessToken', ['EAAsecret']],
    ['graphUrl', ''],
    ['graphUrl', 'graph.secret'],
    ['graphUrl', new URL('https://graph.secret')],
    ['graphVersion', 24],
    ['timeoutMs', '1500'],
    ['timeoutMs', 0],
    ['timeoutMs', -Infinity],
    ['deadlineMs', NaN],
    ['deadlineMs', null],
    ['retries', -1],
    ['retries', 2n],
    ['retries', true],
    ['retryDelayMs', [100]],
    ['maxBodyBytes', Symbol('secret')],
    ['bodyTimeoutMs', { valueOf: () => 1000 }],
    ['allowedOrigins', ''],
    ['allowedOrigins', []],
    ['allowedOrigins', null],
    ['allowedOrigins', 'https://school.example'],
    ['allowedOrigins', ['https://school.example/secret']],
    ['allowedOrigins', [/school/]],
    ['allowedOrigins', { toString: () => 'https://school.example' }],
    ['limitedDataUse', true],
    ['limitedDataUse', '0:0'],
    ['limitedDataUse', {}],
    ['limitedDataUse', { country: 1 }],
    ['limitedDataUse', { country: 1, state: 1000, region: 1 }],
    ['globalPrivacyControl', 'Honor'],
    ['globalPrivacyControl', true],
    ['globalPrivacyControl', null],
    ['nationalPhone', '7:8'],
    ['nationalPhone', { countryCode: '+7', trunkPrefix: '8' }],
    ['limitedDataUse', { country: 1, state: 999.5 }],
    ['nationalPhone', { countryCode: '7', trunkPrefix: '8', secret: 1 }],
    ['nationalPhone', Object.create(null)],
    ['forwardPreviews', 1],
    ['school', 'north secret'],
  ])('throws a TypeError that names %s if it is %s', (field, value) => {
    const config = { ...CONFIG, [field]: value } as unknown as Config
    const check = (): unknown => createHandler({ config })
    expect(check).toThrow(TypeError)
    expect(check).toThrow(`config.${field} must be `)
    expect(check).not.toThrow('secret')
  })

  it.each<[keyof Config, string]>([
    ['graphVersion', 'a version such as v18.0.'],
    ['retries', 'an integer from 0 to 2147483647.'],
    ['globalPrivacyControl', 'honor or ignore.'],
    ['allowedOrigins', 'origins such as https://school.example,*.school.example.'],
    ['limitedDataUse', 'codes such as 0:0.'],
    ['nationalPhone', 'a countryCode and a trunkPrefix such as 48 or 7:8.'],
  ])('says that %s must be %s', (field, hint) => {
    const config = { ...CONFIG, [field]: 'everything' } as Config
    expect(() => toSettings(config)).toThrow(new TypeError(`config.${field} must be ${hint}`))
  })

  it('throws a TypeError that names a field whose value throws', () => {
    const nationalPhone = {
      get countryCode(): string {
        throw new Error('secret')
      },
      trunkPrefix: '8',
    }
    expect(() => toSettings({ ...CONFIG, nationalPhone })).toThrow(
      /^config.nationalPhone must be a countryCode /,
    )
  })

  it('throws a TypeError for an unknown field and lists the known ones', () => {
    const config = { ...CONFIG, timeout: 5 } as Config
    expect(() => createHandler({ config })).toThrow(
      /^Config field "timeout" is unknown. Use one of pixelId, accessToken, .*, timeoutMs, /,
    )
  })
})

describe('options of createHandler', () => {
  it.each<[string, object]>([
    ['Option "onOutcom" is unknown. Use one of config, fetch, now', { onOutcom: () => {} }],
    ['Option "pixelId" is unknown.', CONFIG],
    ['Option "fetch" must be of type function.', { fetch: null }],
    ['Option "now" must be of type function.', { now: 1_700_000_000 }],
    ['Option "clientIp" must be of type function.', { clientIp: '203.0.113.7' }],
    ['Option "blockBots" must be of type function.', { blockBots: true }],
    ['Option "onOutcome" must be of type function.', { onOutcome: {} }],
    ['Option "config" must be of type object or function.', { config: 'EAAsecret' }],
    ['Option "preview" must be of type string.', { preview: true }],
  ])('throws "%s"', (message, options) => {
    const create = (): unknown => createHandler({ config: CONFIG, ...options } as HandlerOptions)
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
    expect(create).not.toThrow('EAAsecret')
  })

  it('accepts options that are undefined', () => {
    const options = { config: undefined, fetch: undefined, onOutcome: undefined }
    expect(() => createHandler(options as unknown as HandlerOptions)).not.toThrow()
  })
})

describe('Server not configured', () => {
  async function errorOf(config: ConfigValue): Promise<unknown> {
    const errors: unknown[] = []
    const handle = createHandler({ config, onOutcome: ({ error }) => errors.push(error) })
    const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
    const response = await handle(new Request('https://school.example/', { method: 'POST', body }))
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'Server not configured' },
    ])
    return errors[0]
  }

  it.each<[string, Config]>([
    ['config.accessToken is missing.', { ...CONFIG, accessToken: '' }],
    ['config.pixelId is missing.', { accessToken: 'EAAsecret' } as Config],
    ['config.pixelId is missing. config.accessToken is missing.', {} as Config],
  ])('is reported with the reason: %s', async (reason, config) => {
    expect(await errorOf(config)).toBe(reason)
  })

  it('is reported with the error of readConfig', async () => {
    expect(await errorOf(readConfig({ META_PIXEL_ID: '77', META_RETRIES: 'two' }))).toBe(
      'META_ACCESS_TOKEN is missing. META_RETRIES must be an integer from 0 to 2147483647.',
    )
  })

  it('is reported with the error of its own configuration, if another one is read later', async () => {
    const config = readConfig({ META_PIXEL_ID: '77' })
    readConfig({ META_ACCESS_TOKEN: 'EAAsecret' })
    expect(await errorOf(config)).toBe('META_ACCESS_TOKEN is missing.')
    expect(await errorOf(undefined)).toBe('config is undefined.')
  })

  it.each<[string, unknown]>([
    ['Config field "okay" is unknown.', { ...CONFIG, okay: true }],
    ['config.retries must be ', { ok: true, value: { ...CONFIG, retries: -1 } }],
  ])('is not the response to a result that is unusable: %s', (message, config) => {
    expect(() => createHandler({ config: config as ConfigValue })).toThrow(message)
  })
})

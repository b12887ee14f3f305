import { afterEach, describe, expect, it, vi } from 'vitest'

import { readConfig } from './read-config.ts'

const REQUIRED = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAsecret' }

describe('readConfig', () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const infos = vi.spyOn(console, 'info').mockImplementation(() => {})
  afterEach(() => void vi.clearAllMocks())

  it('requires only the pixel ID and the access token', () => {
    expect(readConfig(REQUIRED)).toEqual({
      ok: true,
      value: { pixelId: '770000000000077', accessToken: 'EAAsecret' },
    })
  })

  it.each([
    ['META_GRAPH_VERSION', 'v2.12', { graphVersion: 'v2.12' }],
    ['META_GRAPH_URL', 'http://127.0.0.1:4000//', { graphUrl: 'http://127.0.0.1:4000' }],
    ['META_TIMEOUT_MS', '2147483647', { timeoutMs: 2_147_483_647 }],
    ['META_TIMEOUT_MS', '2147483648', { timeoutMs: 2_147_483_647 }],
    ['META_ALLOWED_ORIGINS', '*.lyceum-9.example', { allowedOrigins: ['*.lyceum-9.example'] }],
    ['META_ALLOWED_ORIGINS', 'http://[::1]:3000', { allowedOrigins: ['http://[::1]:3000'] }],
    [
      'META_ALLOWED_ORIGINS',
      'https://a_b.test:8443',
      { allowedOrigins: ['https://a_b.test:8443'] },
    ],
    // As copied from an address bar or written by hand.
    ['META_ALLOWED_ORIGINS', 'https://school.test/', { allowedOrigins: ['https://school.test'] }],
    ['META_ALLOWED_ORIGINS', 'http://school.test:80', { allowedOrigins: ['http://school.test'] }],
    [
      'META_ALLOWED_ORIGINS',
      'HTTPS://School.Test:443/,*.School.Test',
      { allowedOrigins: ['https://school.test', '*.school.test'] },
    ],
    ['META_LIMITED_DATA_USE', '0:0', { limitedDataUse: { country: 0, state: 0 } }],
    ['META_NATIONAL_PHONE', '36:06', { nationalPhone: { countryCode: '36', trunkPrefix: '06' } }],
    ['META_NATIONAL_PHONE', '48', { nationalPhone: { countryCode: '48' } }],
    ['META_NATIONAL_PHONE', '380:0', { nationalPhone: { countryCode: '380', trunkPrefix: '0' } }],
    ['META_SCHOOL', 'north-star_2', { school: 'north-star_2' }],
    ['META_FORWARD_PREVIEWS', '1', { forwardPreviews: true }],
    ['META_FORWARD_PREVIEWS', '0', { forwardPreviews: false }],
    ['META_GLOBAL_PRIVACY_CONTROL', ' honor ', { globalPrivacyControl: 'honor' }],
    ['META_GLOBAL_PRIVACY_CONTROL', 'ignore', { globalPrivacyControl: 'ignore' }],
  ])('accepts %s=%s', (name, value, expected) => {
    expect(readConfig({ ...REQUIRED, [name]: value })).toMatchObject({ ok: true, value: expected })
  })

  it('trims values, because pasted secrets often end in a newline', () => {
    expect(readConfig({ ...REQUIRED, META_ACCESS_TOKEN: ' EAAsecret\n' })).toMatchObject({
      value: { accessToken: 'EAAsecret' },
    })
  })

  it.each([
    [{}, 'META_PIXEL_ID is missing. META_ACCESS_TOKEN is missing.'],
    [{ META_PIXEL_ID: '1' }, 'META_ACCESS_TOKEN is missing.'],
    [{ META_ACCESS_TOKEN: 'x' }, 'META_PIXEL_ID is missing.'],
    [{ ...REQUIRED, META_PIXEL_ID: ' ' }, 'META_PIXEL_ID is missing.'],
  ])('returns an error for %j and logs that %s', (env, report) => {
    expect(readConfig(env)).toEqual({ ok: false, error: report })
    expect(errors.mock.calls).toEqual([
      [`${report} Until then, the proxy responds "Server not configured".`],
    ])
    expect(infos).not.toHaveBeenCalled()
  })

  it.each([
    ['META_PIXEL_ID', 'META_PIXELID'],
    ['META_PIXEL_ID', 'FB_PIXEL_ID'],
    ['META_PIXEL_ID', 'FACEBOOK_PIXEL_ID'],
    ['META_PIXEL_ID', 'PIXEL_ID'],
    ['META_ACCESS_TOKEN', 'META_TOKEN'],
    ['META_ACCESS_TOKEN', 'FB_ACCESS_TOKEN'],
    ['META_ACCESS_TOKEN', 'FACEBOOK_ACCESS_TOKEN'],
    ['META_ACCESS_TOKEN', 'ACCESS_TOKEN'],
    ['META_ALLOWED_ORIGINS', 'META_ALLOWED_ORIGIN'],
    ['META_ALLOWED_ORIGINS', 'META_ORIGINS'],
    ['META_LIMITED_DATA_USE', 'META_LDU'],
    ['META_GLOBAL_PRIVACY_CONTROL', 'META_GPC'],
  ])('returns an error if %s is misspelled as %s, and suggests the name', (name, misspelling) => {
    const { [name as keyof typeof REQUIRED]: _, ...rest } = REQUIRED
    // Like Deno's environment: it cannot be listed, and throws for variables that are not allowed.
    const env = new Proxy<Record<string, string>>(
      {},
      {
        get(_, key) {
          if (key === misspelling) return 'secret'
          if (!String(key).startsWith('META_')) throw new Error('Requires env access')
          return rest[key as keyof typeof rest]
        },
      },
    )
    expect(readConfig(env)).toHaveProperty('ok', false)
    const report = String(errors.mock.calls)
    expect(report).toContain(`${misspelling} is not read. Did you mean ${name}?`)
    expect(report).not.toContain('secret')
  })

  it('ignores misspelled variables if the correct one is set', () => {
    expect(readConfig({ ...REQUIRED, FB_PIXEL_ID: '1', META_TOKEN: 'x' })).toHaveProperty(
      'ok',
      true,
    )
    expect(errors).not.toHaveBeenCalled()
  })

  it('warns about unknown variables that start with META_', () => {
    expect(readConfig({ ...REQUIRED, META_TIMEOUT: 'secret', METADATA: 'x' })).toHaveProperty(
      'ok',
      true,
    )
    expect(warnings.mock.calls).toEqual([['META_TIMEOUT is not read by the proxy.']])
  })

  it('logs again if the same env has changed', () => {
    const env: Record<string, string> = {}
    readConfig(env)
    readConfig(Object.assign(env, REQUIRED))
    readConfig(env)
    expect(errors).toHaveBeenCalledTimes(1)
    expect(infos).toHaveBeenCalledTimes(1)
  })

  it.each([
    [{}, 'Conversion proxy configured for pixel …077 at v18.0.'],
    [{ META_GRAPH_VERSION: 'v24.0' }, 'Conversion proxy configured for pixel …077 at v24.0.'],
  ])('logs one line once per env: %j', (variables, line) => {
    const env = { ...REQUIRED, ...variables }
    readConfig(env)
    readConfig(env)
    expect(infos.mock.calls).toEqual([[line]])
    expect(errors).not.toHaveBeenCalled()
    expect(warnings).not.toHaveBeenCalled()
  })

  it.each([
    ['META_ACCESS_TOKEN', 'EAA secret'],
    ['META_ACCESS_TOKEN', '"EAAsecret"'],
    ['META_PIXEL_ID', "'770000000000077'"],
    ['META_PIXEL_ID', '`770000000000077`'],
    ['META_GRAPH_URL', 'graph.example'],
    ['META_GRAPH_URL', 'ftp://graph.facebook.com'],
    ['META_GRAPH_URL', 'git+https://graph.facebook.com'],
    ['META_GRAPH_URL', 'https://graph.facebook.com/?a=b'],
    ['META_GRAPH_URL', 'https://user:pass@graph.facebook.com'],
    ['META_GRAPH_URL', 'https://:pass@graph.facebook.com'],
    ['META_GRAPH_URL', 'https://graph.facebook.com/?'],
    ['META_GRAPH_URL', 'https://graph.facebook.com/#'],
    ['META_GRAPH_VERSION', '24'],
    ['META_GRAPH_VERSION', '../v18.0'],
    ['META_GRAPH_VERSION', 'v18.0/me'],
    ['META_TIMEOUT_MS', '1.5s'],
    ['META_TIMEOUT_MS', '0'],
    ['META_RETRIES', '-1'],
    ['META_RETRIES', 'two'],
    ['META_MAX_BODY_BYTES', '1e6'],
    ['META_ALLOWED_ORIGINS', 'school.test'],
    ['META_ALLOWED_ORIGINS', 'https://school.test//'],
    ['META_ALLOWED_ORIGINS', 'https://school.test/courses'],
    ['META_ALLOWED_ORIGINS', 'https://school.test/..'],
    ['META_ALLOWED_ORIGINS', 'https://school.test?'],
    ['META_ALLOWED_ORIGINS', 'https://school.test/#'],
    ['META_ALLOWED_ORIGINS', 'https://user@school.test'],
    ['META_ALLOWED_ORIGINS', 'https:\\\\school.test'],
    ['META_ALLOWED_ORIGINS', 'https:school.test'],
    ['META_ALLOWED_ORIGINS', 'https://sch ool.test'],
    ['META_ALLOWED_ORIGINS', 'https://sch\tool.test'],
    ['META_ALLOWED_ORIGINS', 'https://школа.test'],
    ['META_ALLOWED_ORIGINS', '*.school.test/'],
    ['META_ALLOWED_ORIGINS', 'https://school.test,,'],
    ['META_ALLOWED_ORIGINS', 'https://*.school.test'],
    ['META_ALLOWED_ORIGINS', 'https://school.test;lyceum.test'],
    ['META_ALLOWED_ORIGINS', 'https://school.test.'],
    ['META_ALLOWED_ORIGINS', 'ftp://school.test'],
    ['META_ALLOWED_ORIGINS', 'https://256.0.0.1'],
    ['META_ALLOWED_ORIGINS', 'anyone'],
    ['META_ALLOWED_ORIGINS', '*.test'],
    ['META_ALLOWED_ORIGINS', '*.school.test:8443'],
    ['META_LIMITED_DATA_USE', 'true'],
    ['META_LIMITED_DATA_USE', '2:0'],
    ['META_LIMITED_DATA_USE', '11:1000'],
    ['META_LIMITED_DATA_USE', '1:10000'],
    ['META_NATIONAL_PHONE', '+48'],
    ['META_NATIONAL_PHONE', '48:'],
    ['META_NATIONAL_PHONE', '0:8'],
    ['META_NATIONAL_PHONE', '+7:8'],
    ['META_NATIONAL_PHONE', '7:810'],
    ['META_NATIONAL_PHONE', '4800:8'],
  ])('returns an error if %s is %j, and logs its name but not its value', (name, value) => {
    expect(readConfig({ ...REQUIRED, [name]: value })).toHaveProperty('ok', false)
    expect(errors).toHaveBeenCalledTimes(1)
    const report = String(errors.mock.calls[0])
    expect(report).toContain(name)
    expect(report).not.toContain(value)
    expect(report).not.toContain('secret')
  })

  it.each([
    ['META_PIXEL_ID', 'the ID of your pixel', '770000000000077'],
    ['META_ACCESS_TOKEN', 'the access token of your pixel', 'EAAsecret'],
    ['META_GRAPH_URL', 'https://graph.facebook.com'],
    ['META_GRAPH_VERSION', 'v18.0'],
    ['META_TIMEOUT_MS', 'an integer from 1 to 2147483647', '1'],
    ['META_RETRIES', 'an integer from 0 to 2147483647', '0'],
    ['META_ALLOWED_ORIGINS', 'https://school.example'],
    ['META_ALLOWED_ORIGINS', '*.school.example'],
    ['META_LIMITED_DATA_USE', '0:0'],
    ['META_NATIONAL_PHONE', '7:8'],
  ])('logs that %s must be %s, and accepts that value', (name, hint, value = hint) => {
    readConfig({ ...REQUIRED, [name]: 'a b' })
    expect(String(errors.mock.calls[0])).toContain(hint)
    expect(readConfig({ ...REQUIRED, [name]: value })).toHaveProperty('ok', true)
  })

  it('logs a malformed variable only once per env', () => {
    const env = { ...REQUIRED, META_RETRIES: 'two' }
    readConfig(env)
    readConfig(env)
    expect(errors).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['META_SCHOOL', 'north star', 'up to 50 letters, digits and hyphens'],
    ['META_SCHOOL', '!polaris', 'up to 50 letters, digits and hyphens'],
    ['META_SCHOOL', 'x'.repeat(51), 'up to 50 letters, digits and hyphens'],
    ['META_FORWARD_PREVIEWS', 'true', '1 (true) or 0 (false)'],
    ['META_FORWARD_PREVIEWS', '2', '1 (true) or 0 (false)'],
    ['META_GLOBAL_PRIVACY_CONTROL', 'Honor', 'honor or ignore'],
    ['META_GLOBAL_PRIVACY_CONTROL', 'honors', 'honor or ignore'],
    ['META_GLOBAL_PRIVACY_CONTROL', 'dishonor', 'honor or ignore'],
    ['META_GLOBAL_PRIVACY_CONTROL', '1', 'honor or ignore'],
    ['META_GLOBAL_PRIVACY_CONTROL', 'true', 'honor or ignore'],
  ])('does not accept %s=%s', (name, value, expected) => {
    expect(readConfig({ ...REQUIRED, [name]: value })).toHaveProperty('ok', false)
    expect(errors.mock.calls[0]![0]).toContain(`${name} must be ${expected}.`)
  })

  it('names readSchools once if META_SCHOOLS is set', () => {
    expect(readConfig({ ...REQUIRED, META_SCHOOLS: 'polaris' })).toHaveProperty('ok', false)
    expect(errors.mock.calls).toEqual([
      [
        'META_SCHOOLS is set. Pass readSchools(env). Until then, the proxy responds "Server not configured".',
      ],
    ])
  })

  it('recognizes a misspelling if the variable is blank', () => {
    readConfig({ ...REQUIRED, META_PIXEL_ID: ' ', META_PIXELID: '1' })
    expect(errors.mock.calls[0]![0]).toContain(
      'META_PIXELID is not read. Did you mean META_PIXEL_ID?',
    )
  })
})

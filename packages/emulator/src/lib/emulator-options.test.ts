import { describe, expect, it } from 'vitest'

import { createEmulator } from './emulator.ts'
import type { EmulatorOptions } from './emulator-options.ts'

describe('createEmulator() options', () => {
  it.each([
    [{ pixelid: '1' }, 'Option "pixelid" is unknown. Use one of pixelId, accessToken'],
    [{ pixelId: '' }, 'pixelId must be'],
    [{ pixelId: '"><script>' }, 'pixelId must be'],
    [{ accessToken: '' }, 'accessToken must be'],
    [{ now: 0 }, 'now must be'],
    [{ maxEvents: 0 }, 'maxEvents must be'],
    [{ allowedHosts: 'emulator.test' }, 'allowedHosts must be an array'],
    [{ allowedHosts: [7] }, 'allowedHosts must be'],
    [{ allowedHosts: ['emulator.test:8787'] }, 'allowedHosts must be'],
    [{ allowedHosts: ['Emulator.test'] }, 'allowedHosts must be'],
    [{ allowedHosts: ['*.test'] }, 'allowedHosts must be'],
    [{ siteUrl: '' }, 'siteUrl must be an http or https URL, or a path that starts with /.'],
    [{ siteUrl: 'javascript:alert(1)' }, 'siteUrl must be'],
    [{ siteUrl: '//evil.example' }, 'siteUrl must be'],
    [{ siteUrl: '/\\\\evil.example' }, 'siteUrl must be'],
    [{ faults: [] }, 'faults must be an object'],
    [{ faults: { outage: {} } }, 'faults "outage" is unknown.'],
    [{ faults: { hang: true } }, 'faults.hang must be an object'],
    [{ faults: { hang: { ms: 5 } } }, 'faults.hang "ms" is unknown.'],
    [{ faults: { networkError: { recorded: 1 } } }, 'faults.networkError.recorded must be'],
    [{ faults: { status: { status: 199 } } }, 'faults.status.status must be'],
    [{ faults: { status: { status: 204 } } }, 'faults.status.status must be'],
    [{ faults: { status: { status: 400, code: '4' } } }, 'faults.status.code must be'],
    [{ faults: { status: { status: 400, body: 4 } } }, 'faults.status.body must be'],
    [{ faults: { status: { status: 400, code: 4, body: '' } } }, 'not both'],
    [{ faults: { endpoints: 'tr' } }, 'faults.endpoints must be'],
    [{ faults: { endpoints: ['pixel'] } }, 'faults.endpoints must be'],
    ['1234567890', 'The options must be an object.'],
  ])('throws a TypeError for %j', (options, message) => {
    expect(() => createEmulator(options as EmulatorOptions)).toThrow(TypeError)
    expect(() => createEmulator(options as EmulatorOptions)).toThrow(message)
  })

  it('accepts every option, and applies the default for undefined', () => {
    expect(() =>
      createEmulator({
        pixelId: '1',
        accessToken: 't',
        now: Date.now,
        maxEvents: 1,
        allowedHosts: ['emulator.test', '[::2]'],
        faults: {
          hang: { recorded: false },
          networkError: {},
          status: { status: 599, body: {} },
          endpoints: [],
        },
      }),
    ).not.toThrow()
    const absent = { pixelId: undefined, faults: { hang: undefined, endpoints: undefined } }
    expect(() => createEmulator(absent as unknown as EmulatorOptions)).not.toThrow()
  })
})

import { describe, expect, it } from 'vitest'

import { checkServerOptions, readPort, type ServerOptions } from './server-options.ts'

describe('checkServerOptions()', () => {
  it.each([
    [{ drainMs: -1 }, 'Option "drainMs" must be an integer from 0 to 2147483647,'],
    [{ drainMs: NaN }, 'Option "drainMs" must be an integer from 0 to 2147483647,'],
    [{ drainMs: Infinity }, 'Option "drainMs" must be an integer from 0 to 2147483647,'],
    // Seconds instead of milliseconds.
    [
      { keepAliveTimeoutMs: 65 },
      'Option "keepAliveTimeoutMs" must be an integer from 1000 to 3600000, in milliseconds, got 65.',
    ],
    [
      { maxSiteBodyBytes: -1 },
      'Option "maxSiteBodyBytes" must be an integer from 0 to 2147483647, in bytes, got -1.',
    ],
    [{ maxSiteBodyBytes: Infinity }, 'Option "maxSiteBodyBytes" must be an integer from 0 to'],
    [{ keepAliveTimeoutMs: 0 }, 'Option "keepAliveTimeoutMs" must be an integer from 1000'],
    [{ keepAliveTimeoutMs: 1e9 }, 'Option "keepAliveTimeoutMs" must be an integer from 1000'],
  ])('throws a RangeError for %o', (options, message) => {
    expect(() => checkServerOptions(options)).toThrow(RangeError)
    expect(() => checkServerOptions(options)).toThrow(message)
  })

  it.each([
    ['site', new Response(), 'function'],
    ['maxSiteBodyBytes', '1mb', 'number'],
    ['port', '80', 'number'],
    ['port', null, 'number'],
    ['hostname', 127, 'string'],
    ['drainMs', '8000', 'number'],
    ['keepAliveTimeoutMs', '65000', 'number'],
    ['signals', 'false', 'boolean'],
  ])('throws a TypeError if %s is %j', (name, value, type) => {
    expect(() => checkServerOptions({ [name]: value })).toThrow(
      new TypeError(`Option "${name}" must be of type ${type}.`),
    )
  })

  it.each(['', ' '])('throws a TypeError if hostname is "%s"', (hostname) => {
    expect(() => checkServerOptions({ hostname })).toThrow(TypeError)
    expect(() => checkServerOptions({ hostname })).toThrow(
      'Option "hostname" is empty. Remove it to listen on all network interfaces, or use "127.0.0.1"',
    )
  })

  it('accepts undefined, and the limits of each duration', () => {
    checkServerOptions({ hostname: undefined } as unknown as ServerOptions)
    checkServerOptions({ drainMs: 0, keepAliveTimeoutMs: 1000 })
    expect(() =>
      checkServerOptions({ drainMs: 2_147_483_647, keepAliveTimeoutMs: 3_600_000 }),
    ).not.toThrow()
  })
})

describe('readPort()', () => {
  it('prefers the option, then the environment, then 3000, and ignores an empty PORT', () => {
    expect(readPort(8080, '9090')).toBe(8080)
    expect(readPort(0, '9090')).toBe(0)
    expect(readPort(undefined, '9090')).toBe(9090)
    expect(readPort(undefined, undefined)).toBe(3000)
    expect(readPort(undefined, '')).toBe(3000)
  })

  it.each([-1, 65_536, 3.5, NaN, Infinity])('throws if the option is %s', (port) => {
    expect(() => readPort(port, undefined)).toThrow(
      `The port option must be an integer from 0 to 65535, got "${port}". Use 0 for any free port.`,
    )
  })

  it.each(['http', '80 ', '0x50', '-1', '65536', '8e3'])('throws if PORT is "%s"', (port) => {
    expect(() => readPort(undefined, port)).toThrow(
      `The PORT environment variable must be an integer from 0 to 65535, got "${port}".`,
    )
  })
})

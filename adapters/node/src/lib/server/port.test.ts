import { describe, expect, it } from 'vitest'

import { describeListenError, readPort } from './port.ts'

describe('readPort()', () => {
  it('prefers the option, then the environment, then 3000', () => {
    expect(readPort(8080, '9090')).toBe(8080)
    expect(readPort(0, '9090')).toBe(0)
    expect(readPort(undefined, '9090')).toBe(9090)
    expect(readPort(undefined, undefined)).toBe(3000)
  })

  it('ignores an empty PORT', () => {
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

describe('describeListenError()', () => {
  it.each([
    [
      'EADDRINUSE',
      /^Port 80 is already in use. Stop .*, or choose another port with the port option/,
    ],
    [
      'EACCES',
      /^Port 80 requires elevated privileges. Choose a port from 1024 up with the port option/,
    ],
    ['EADDRNOTAVAIL', /^Port 80 cannot be opened on "nowhere" \(EADDRNOTAVAIL\). Set the hostname/],
  ])('says how to fix %s', (code, message) => {
    const cause = Object.assign(new Error('listen'), { code })
    const error = describeListenError(cause, 80, 'nowhere')
    expect(error.message).toMatch(message)
    expect(error.cause).toBe(cause)
  })

  it('gives no advice on the hostname option if it was not set', () => {
    const error = describeListenError(Object.assign(new Error(), { code: 'EMFILE' }), 80, undefined)
    expect(error.message).toBe('Port 80 cannot be opened (EMFILE).')
  })
})

import { describe, expect, it } from 'vitest'

import { readPort } from './read-port.ts'

describe('readPort()', () => {
  it('takes the option before the environment, and the environment before 3000', () => {
    expect(readPort(8080, '9090')).toBe(8080)
    expect(readPort(0, '9090')).toBe(0)
    expect(readPort(undefined, '9090')).toBe(9090)
    expect(readPort(undefined, undefined)).toBe(3000)
  })

  it('takes an empty PORT for none', () => {
    expect(readPort(undefined, '')).toBe(3000)
  })

  it.each([-1, 65_536, 3.5, NaN, Infinity])('refuses the option %s', (port) => {
    expect(() => readPort(port, undefined)).toThrow(
      `Port "${port}" is not a port: set the port option to a whole number from 0 to 65535`,
    )
  })

  it.each(['http', '80 ', '0x50', '-1', '65536', '8e3'])('refuses PORT="%s"', (port) => {
    expect(() => readPort(undefined, port)).toThrow(
      `Port "${port}" is not a port: set the PORT environment variable to a whole number`,
    )
  })
})

import { describe, expect, it } from 'vitest'

import { describeListenError } from './describe-listen-error.ts'

describe('describeListenError()', () => {
  it.each([
    ['EADDRINUSE', /^Port 80 is already in use: stop .*, or choose another with the port option/],
    ['EACCES', /^Port 80 needs rights .*: choose one from 1024 up with the port option/],
    ['EADDRNOTAVAIL', /^Port 80 cannot be opened at "nowhere" \(EADDRNOTAVAIL\): set the hostname/],
  ])('says what to do about %s', (code, message) => {
    const cause = Object.assign(new Error('listen'), { code })
    const error = describeListenError(cause, 80, 'nowhere')
    expect(error.message).toMatch(message)
    expect(error.cause).toBe(cause)
  })

  it('gives no advice about a host that was not asked for', () => {
    const error = describeListenError(Object.assign(new Error(), { code: 'EMFILE' }), 80, undefined)
    expect(error.message).toBe('Port 80 cannot be opened (EMFILE).')
  })
})

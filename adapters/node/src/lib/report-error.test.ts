import { afterEach, describe, expect, it, vi } from 'vitest'

import { reportError } from './report-error.ts'

describe('reportError()', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('names the error and where it was thrown', () => {
    expect(report(new TypeError('x'))).toMatch(
      /^\[@conversion-capi\/node\] POST answered 500: TypeError\n +at .*report-error\.test\.ts/,
    )
  })

  it('never repeats the message, whatever is in it', () => {
    expect(report(new Error('for ada@example.com\n    at ada@example.com'))).not.toContain('ada@')
  })

  it('leaves the place out when it cannot be told from the message', () => {
    const error = new Error('for ada@example.com')
    error.stack = 'Error: first for ada@example.com\n    at somewhere'
    expect(report(error)).toBe('[@conversion-capi/node] POST answered 500: Error')
  })

  it('says of what type something thrown is that is no error', () => {
    expect(report('ada@example.com')).toBe('[@conversion-capi/node] POST answered 500: string')
  })

  function report(error: unknown): string {
    const write = vi.spyOn(console, 'error').mockImplementation(() => {})
    reportError('POST', error)
    expect(write).toHaveBeenCalledOnce()
    return String(write.mock.calls[0]?.[0])
  }
})

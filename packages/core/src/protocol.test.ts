import { describe, expect, it } from 'vitest'

import { CONVERSION_PATH, EVENT_NAMES, MAX_EVENT_ID_LENGTH } from './protocol.ts'

// Clients outside this repository depend on these values.
describe('protocol', () => {
  it('uses the path of specification 4.1', () => {
    expect(CONVERSION_PATH).toBe('/functions/v1/conversion-capi')
  })

  it('accepts the event names of specification 6', () => {
    expect([...EVENT_NAMES].sort()).toEqual([
      'CompleteRegistration',
      'InitiateCheckout',
      'Lead',
      'PageView',
      'Purchase',
      'Schedule',
      'Subscribe',
      'ViewContent',
    ])
  })

  it('limits event_id to the length of specification 8', () => {
    expect(MAX_EVENT_ID_LENGTH).toBe(100)
  })
})

import { describe, expect, it } from 'vitest'

import { CONVERSION_PATH, EVENT_NAMES, MAX_EVENT_ID_LENGTH } from './protocol.ts'

// What clients outside this workspace have written down: changing a value breaks them.
describe('protocol', () => {
  it('is served where specification 4.1 says', () => {
    expect(CONVERSION_PATH).toBe('/functions/v1/conversion-capi')
  })

  it('has the events of specification 6', () => {
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

  it('allows an event_id of the length of specification 8', () => {
    expect(MAX_EVENT_ID_LENGTH).toBe(100)
  })
})

// Type checked against the published declarations, never run. All of this would compile if they resolved to any.
import { defineSchool } from '@conversion-capi/content'
import { hashPii } from '@conversion-capi/core/pii'
import type { EventName, EventRequest } from '@conversion-capi/core/protocol'
import { serve } from '@conversion-capi/node'
import { buildTracker } from '@conversion-capi/tracker'
import { connectTracker } from '@conversion-capi/tracker/client'
import { buildSite } from 'conversion-capi'

// @ts-expect-error: unknown event name
export const unknownEvent: EventName = 'AddToCart'
// @ts-expect-error: event_id is required
export const anonymous: EventRequest = { event_name: 'Lead' }
// @ts-expect-error: unknown host
void buildSite({ host: 'heroku' })
// @ts-expect-error: name is required
buildTracker({})
const tracker = connectTracker('polaris')
// @ts-expect-error: Purchase requires a currency
tracker.track('Purchase', { value: 240 })
// @ts-expect-error: unknown event name
tracker.track('AddToCart')
// @ts-expect-error: port is a number
void serve({ port: '80' })
// @ts-expect-error: other fields are required
const school = defineSchool({ name: 'Polaris' })
// @ts-expect-error: amount is a number
school.programs[0]!.prices[0]!.amount = '240'
// @ts-expect-error: unknown key of personal data
hashPii('email', 'ada@example.com')

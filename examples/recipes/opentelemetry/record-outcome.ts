import type { Outcome } from '@conversion-capi/core'
import { metrics } from '@opentelemetry/api'

/**
 * Creates an `onOutcome` listener that counts outcomes and records their durations. Call it after the SDK has started.
 *
 * Visitors cannot create new values of the attributes: an invalid event name is not part of an outcome.
 */
export function recordOutcome(): (outcome: Outcome) => void {
  const meter = metrics.getMeter('conversion-capi')
  const events = meter.createCounter('conversion.events', { unit: '{event}' })
  const duration = meter.createHistogram('conversion.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
  })

  return function record({ kind, reason, code, durationMs, eventName, pixelId, school }) {
    const isSuccess = ['accepted', 'bot', 'opted_out'].includes(kind)
    const attributes = {
      'conversion.outcome': kind,
      ...(!isSuccess && { 'error.type': reason ?? code?.toString() ?? kind }),
    }
    events.add(1, {
      ...attributes,
      ...(eventName && { 'conversion.event_name': eventName }),
      ...(pixelId && { 'conversion.pixel_id': pixelId }),
      ...(school && { 'conversion.school': school }),
    })
    duration.record(durationMs / 1000, attributes)
  }
}

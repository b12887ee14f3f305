import { readQueue } from '@conversion-capi/node/queue'
import { metrics } from '@opentelemetry/api'

/**
 * Reports before each export how many events wait in the file of the option `queue`, and the age of the oldest, by
 * reason, pixel and school. Call it after the SDK has started. Without waiting events, it reports zero.
 */
export function observeQueue(path: string): void {
  const meter = metrics.getMeter('conversion-capi')
  const waiting = meter.createObservableGauge('conversion.queue.events', { unit: '{event}' })
  const age = meter.createObservableGauge('conversion.queue.age', { unit: 's' })

  meter.addBatchObservableCallback(
    (result) => {
      const { groups } = readQueue(path)
      for (const { reason, pixelId, school, count, oldest } of groups) {
        const attributes = {
          'error.type': reason,
          'conversion.pixel_id': pixelId,
          ...(school && { 'conversion.school': school }),
        }
        result.observe(waiting, count, attributes)
        result.observe(age, (Date.now() - oldest) / 1000, attributes)
      }
      if (groups.length > 0) return
      result.observe(waiting, 0)
      result.observe(age, 0)
    },
    [waiting, age],
  )
}

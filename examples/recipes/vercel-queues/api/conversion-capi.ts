import { sha256Hex } from '@conversion-capi/core/pii'
import { createFunction } from '@conversion-capi/vercel'
import { send } from '@vercel/queue'

export default createFunction({
  keep: (event, { pixelId }) =>
    send(
      'conversions',
      { event, pixelId },
      {
        delaySeconds: 60,
        retentionSeconds: 48 * 3600,
        // Hashed, because an event ID may contain characters that headers do not allow.
        idempotencyKey: sha256Hex(`${pixelId} ${event.event_name} ${event.event_id}`),
      },
    ),
})

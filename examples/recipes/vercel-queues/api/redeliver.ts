import { createRedelivery, logOutcome, readConfig, type ServerEvent } from '@conversion-capi/core'
import { findPreview } from '@conversion-capi/vercel'
import { handleCallback } from '@vercel/queue'

const redeliver = createRedelivery({
  config: readConfig(process.env),
  onOutcome: logOutcome(),
  preview: findPreview(),
})

class RetryLater extends Error {
  afterMs: number

  constructor(afterMs: number) {
    super('Not accepted yet.')
    this.afterMs = afterMs
  }
}

export const POST = handleCallback<{ event: ServerEvent; pixelId: string }>(
  async ({ event, pixelId }) => {
    // An event that was kept for another pixel is not sent.
    const result = await redeliver(event, pixelId)
    if (result.kind === 'retry') throw new RetryLater(result.retryAfterMs)
  },
  {
    retry: (error) => {
      if (!(error instanceof RetryLater)) return
      // Vercel accepts at most one hour.
      return { afterSeconds: Math.min(Math.ceil(error.afterMs / 1000), 3600) }
    },
  },
)

import { describe, expect, it } from 'vitest'

import { type Context, EVENT, uniqueId } from './context.ts'

export function describeRetries({ post, received }: Context): void {
  describe('decision 10: retries', () => {
    it.each(['reset-once', 'truncated-once', 'throttled-once', 'transient-once'])(
      'retries a transient failure with the same event: %s',
      async (script) => {
        const event_id = uniqueId(script)
        expect((await post({ ...EVENT, event_id })).body).toMatchObject({ ok: true })
        const [first, second, ...others] = received(event_id)
        expect(second!.body).toEqual(first!.body)
        expect(others).toEqual([])
      },
    )

    it.each(['503', '429', 'reset'])('stops after three attempts: %s', async (script) => {
      const event_id = uniqueId(script)
      expect((await post({ ...EVENT, event_id })).body).toMatchObject({ ok: false })
      expect(received(event_id)).toHaveLength(3)
    })

    it.each(['error-400', 'error-401', 'error-html', 'redirect'])(
      'does not retry a permanent failure: %s',
      async (script) => {
        const event_id = uniqueId(script)
        await post({ ...EVENT, event_id })
        expect(received(event_id)).toHaveLength(1)
      },
    )

    it('reports the last upstream response rather than a later error', async () => {
      const { body } = await post({ ...EVENT, event_id: uniqueId('503-then-reset') })
      expect(body).toMatchObject({ ok: false, status: 503, upstream: { error: { code: 2 } } })
    })
  })
}

import type { RedeliveryResult } from '@conversion-capi/core'
import { afterEach, expect, it, vi } from 'vitest'

import { redeliverBatch } from './redeliver-batch.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it.each([
  [1, 1],
  [45_000, 45],
  [45_001, 46],
  [86_400_000, 86_400],
  [90_000_000, 86_400],
])('retries after %d ms with a delay of %d s, at most 24 hours', async (retryAfterMs, expected) => {
  expect(await settle([{ kind: 'retry', retryAfterMs }])).toEqual([`retry ${expected}`])
})

it('acknowledges accepted events and events that are given up', async () => {
  const results = [{ kind: 'accepted' }, { kind: 'given_up', reason: 'too_old' }] as const
  expect(await settle([...results])).toEqual(['ack', 'ack'])
})

it('redelivers one event after the other, in their order', async () => {
  const steps: string[] = []
  await redeliverBatch(createBatch(['a', 'b'], steps), async (event) => {
    steps.push(`start ${String(event)}`)
    await Promise.resolve()
    steps.push(`end ${String(event)}`)
    return { kind: 'accepted' }
  })
  expect(steps).toEqual(['start a', 'end a', 'ack', 'start b', 'end b', 'ack'])
})

it('retries a message that cannot be processed in an hour, logs its id and continues', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await settle([new Error('unreadable'), { kind: 'accepted' }])).toEqual([
    'retry 3600',
    'ack',
  ])
  expect(consoleError.mock.calls).toEqual([
    ['Message m-0 of the queue could not be processed: Error: unreadable'],
  ])
})

async function settle(results: (RedeliveryResult | Error)[]): Promise<string[]> {
  const steps: string[] = []
  const remaining = [...results]
  await redeliverBatch(createBatch(results, steps), async () => {
    const result = remaining.shift()!
    if (result instanceof Error) throw result
    return result
  })
  return steps
}

function createBatch(bodies: unknown[], steps: string[]) {
  return {
    messages: bodies.map((body, index) => ({
      id: `m-${index}`,
      body: { event: body, pixelId: '77' },
      ack: () => void steps.push('ack'),
      retry: ({ delaySeconds }: { delaySeconds: number }) =>
        void steps.push(`retry ${delaySeconds}`),
    })),
  }
}

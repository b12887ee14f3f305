import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { AdapterOptions, Handler, Outcome } from '@conversion-capi/core'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'

/**
 * Defines the tests of an adapter that recognizes preview deployments.
 *
 * @param signals What the host reports: the message in the log, for example `VERCEL_ENV is "preview"`, and whether it
 *   is a preview. `undefined` if the host reports nothing.
 * @param start Creates the function of the adapter on a host that reports the signal.
 */
export function describePreview(
  signals: { preview: string[]; other: (string | undefined)[] },
  start: (
    signal: string | undefined,
    env: Record<string, string>,
    options: AdapterOptions,
  ) => Handler,
): void {
  describe('preview deployments', () => {
    let consoleError: MockInstance<typeof console.error>
    beforeEach(() => {
      vi.spyOn(console, 'info').mockImplementation(() => {})
      consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    })
    afterEach(() => void vi.restoreAllMocks())

    it.each(signals.preview)('do not forward events, and log why: %s', async (signal) => {
      const { statuses, outcomes } = await post(signal)
      expect(statuses).toEqual([500, 500])
      const problem = expect.stringContaining(`${signal}: this is a preview`)
      expect(outcomes).toMatchObject([
        { reason: 'Server not configured', error: problem },
        { reason: 'Server not configured', error: problem },
      ])
      expect(consoleError.mock.calls).toEqual([[problem]])
    })

    it.each(signals.preview)('forward events if META_FORWARD_PREVIEWS is 1: %s', async (signal) => {
      expect((await post(signal, { META_FORWARD_PREVIEWS: '1' })).statuses).toEqual([200, 200])
    })

    it.each(signals.preview)('forward events to another upstream: %s', async (signal) => {
      const env = { META_GRAPH_URL: 'http://127.0.0.1:4000' }
      expect((await post(signal, env)).statuses).toEqual([200, 200])
    })

    it.each(signals.other)('are not assumed: %s', async (signal) => {
      expect((await post(signal)).statuses).toEqual([200, 200])
      expect(consoleError).not.toHaveBeenCalled()
    })
  })

  async function post(signal: string | undefined, variables: Record<string, string> = {}) {
    const outcomes: Outcome[] = []
    const env = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit', ...variables }
    const handle = start(signal, env, {
      fetch: async () => Response.json({ events_received: 1 }),
      onOutcome: (outcome) => void outcomes.push(outcome),
    })
    const statuses: number[] = []
    for (const event_id of ['e-1', 'e-2']) {
      const body = JSON.stringify({ event_name: 'Lead', event_id })
      const url = `https://school.example${CONVERSION_PATH}`
      statuses.push((await handle(new Request(url, { method: 'POST', body }))).status)
    }
    return { statuses, outcomes }
  }
}

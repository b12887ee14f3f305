import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { serveFetch } from '@conversion-capi/test-support'
import { describe, expect, it, vi } from 'vitest'

import type { Runtime } from './runtime.ts'

const PIXEL_ID = '1234567890'
const ACCESS_TOKEN = 'emulator-access-token'

/** Declares the tests of a preview deployment, if the host reports it. */
export function describePreview({ preview, start }: Runtime, site: { path: string }): void {
  if (!preview) return

  describe('a preview deployment', () => {
    it('responds with 500 and logs why, instead of forwarding events to the real pixel', async () => {
      const { status, body, output, close } = await post({})
      expect([status, body]).toEqual([500, '{"error":"Server not configured"}'])
      const problem = `${preview.signal}: this is a preview`
      await vi.waitUntil(() => output().includes(problem), { timeout: 60_000 })
      await close()
    })

    it('forwards events to the emulator', async () => {
      const emulator = createEmulator({ pixelId: PIXEL_ID, accessToken: ACCESS_TOKEN })
      const upstream = await serveFetch(emulator.fetch)
      const { status, close } = await post({ META_GRAPH_URL: upstream.url })
      expect(status).toBe(200)
      expect(emulator.events()).toMatchObject([{ event_id: 'e-1' }])
      await close()
      await upstream.close()
    })
  })

  async function post(env: Record<string, string>) {
    const { origin, output, close } = await start(site.path, {
      META_PIXEL_ID: PIXEL_ID,
      META_ACCESS_TOKEN: ACCESS_TOKEN,
      ...preview!.env,
      ...env,
    })
    const event = { event_name: 'Lead', event_id: 'e-1', user_data: { external_id: '1' } }
    const response = await fetch(origin + CONVERSION_PATH, {
      method: 'POST',
      headers: preview!.headers ?? {},
      body: JSON.stringify(event),
    })
    return { status: response.status, body: await response.text(), output, close }
  }
}

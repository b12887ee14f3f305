import { describe, expect, it } from 'vitest'

import { type Context, ENDPOINT_URL, EVENT, uniqueId } from './context.ts'

/** The stream fails if the proxy reads this many bytes. Far above the limit, because runtimes buffer. */
const MAX_BYTES_READ = 64 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024

export function describeSizeLimits(context: Context): void {
  const { forward, handle, post, received, statusAndBody } = context

  describe('decision 12: size of the request body', () => {
    it('accepts a body just under 256 KiB', async () => {
      const custom_data = { filler: 'x'.repeat(255 * 1024) }
      expect((await forward({ custom_data })).event.custom_data).toEqual(custom_data)
    })

    it('rejects a body over 256 KiB with 413', async () => {
      const custom_data = { filler: 'x'.repeat(256 * 1024) }
      const tooLarge = [413, { error: 'Payload too large' }]
      expect(await statusAndBody({ ...EVENT, custom_data })).toEqual(tooLarge)
    })

    it('rejects an endless body with 413 without reading it to the end', async () => {
      let sent = 0
      const body = new ReadableStream({
        pull(controller) {
          sent += CHUNK_BYTES
          if (sent > MAX_BYTES_READ) controller.error(new Error('The body was read to the end.'))
          else controller.enqueue(new Uint8Array(CHUNK_BYTES).fill(32))
        },
      })
      const response = await handle(streamRequest(body))
      expect([response.status, await response.json()]).toEqual([
        413,
        { error: 'Payload too large' },
      ])
    })

    it('forwards nothing if the request body breaks off, and handles the next request', async () => {
      const event_id = uniqueId('accept')
      const start = JSON.stringify({ ...EVENT, event_id }).slice(0, -1)
      let pulls = 0
      const body = new ReadableStream({
        pull(controller) {
          if (pulls++ === 0) controller.enqueue(new TextEncoder().encode(start))
          else controller.error(new Error('The connection was lost.'))
        },
      })
      // Over HTTP, the client has disconnected and gets no response.
      const response = await handle(streamRequest(body)).catch(() => undefined)
      if (response)
        expect([response.status, await response.json()]).toEqual([400, { error: 'Invalid JSON' }])
      expect((await post({ ...EVENT, event_id: uniqueId('accept') })).status).toBe(200)
      expect(received(event_id)).toEqual([])
    })
  })
}

function streamRequest(body: ReadableStream): Request {
  const init = { method: 'POST', body, duplex: 'half' }
  return new Request(ENDPOINT_URL, init as RequestInit)
}

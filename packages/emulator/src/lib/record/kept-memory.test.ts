import { describe, expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import { BASE_URL, NOW, postBody, sendEvents, serverEvent } from '../requests.fixture.ts'

const MIB = 1024 * 1024
const now = () => NOW
const text = 'x'.repeat(4 * MIB)

describe('the memory of the emulator', () => {
  it(
    'restarts a reader of the stream that is behind by large events',
    { timeout: 30_000 },
    async () => {
      const emulator = createEmulator({ now, maxEvents: 100 })
      const { body } = await emulator.fetch(`${BASE_URL}/stream`)
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
      expect((await reader.read()).value).toContain('"reset":true')
      expect((await reader.read()).value).toContain('"complete":true')
      for (let id = 1; id <= 10; id += 1) {
        await sendEvents(emulator, serverEvent({ event_id: `e-${id}`, custom_data: { text } }))
      }
      // One update may have been read already.
      const next = [await reader.read(), await reader.read()].map(({ value }) => value!)
      expect(next.join('')).toContain('"reset":true')
      await reader.cancel()
    },
  )

  it('rejects a request of more than 16 MiB with status 413', async () => {
    const emulator = createEmulator({ now, maxEvents: 100 })
    const statuses = [16 * MIB, 16 * MIB + 1].map(
      async (length) => (await postBody(emulator, 'x'.repeat(length))).status,
    )
    expect(await Promise.all(statuses)).toEqual([400, 413])
    expect(emulator.rejections()).toContainEqual(
      expect.objectContaining({
        status: 413,
        problem: 'The request body is longer than 16 MiB.',
        events: [],
      }),
    )
  })

  it('stops reading a request of more than 16 MiB', async () => {
    const emulator = createEmulator({ now, maxEvents: 100 })
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += MIB
        controller.enqueue(new Uint8Array(MIB))
      },
    })
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    expect((await emulator.fetch(`${BASE_URL}/tr`, init)).status).toBe(413)
    expect(sent).toBeLessThan(20 * MIB)
  })
})

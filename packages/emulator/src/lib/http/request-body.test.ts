import { json } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import { BASE_URL, postBody } from '../requests.fixture.ts'
import { parseJson } from './request-body.ts'

const MIB = 1024 * 1024

describe('parseJson()', () => {
  it('returns the same value as JSON.parse', () => {
    fc.assert(
      fc.property(json({ maxDepth: 10 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('returns undefined if the string is not JSON', () => {
    expect(parseJson('')).toBeUndefined()
    expect(parseJson('{"a":1')).toBeUndefined()
  })

  it('returns undefined for more than 64 levels, at any depth', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(parseJson(nested(64))).toBeDefined()
    expect(parseJson(nested(65))).toBeUndefined()
    expect(parseJson(nested(200_000))).toBeUndefined()
  })
})

describe('a request of more than 16 MiB', () => {
  it('is rejected with status 413', async () => {
    const emulator = createEmulator()
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

  it('is not read to its end', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += MIB
        controller.enqueue(new Uint8Array(MIB))
      },
    })
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    expect((await createEmulator().fetch(`${BASE_URL}/tr`, init)).status).toBe(413)
    expect(sent).toBeLessThan(20 * MIB)
  })
})

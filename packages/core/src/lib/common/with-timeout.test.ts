import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { withTimeout } from './with-timeout.ts'

describe('withTimeout', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('rejects with a TimeoutError and aborts when the time limit is reached, not before', async () => {
    const controller = new AbortController()
    const result = withTimeout(1000, () => new Promise(() => {}), controller).catch(
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(999)
    expect(controller.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(controller.signal.aborted).toBe(true)
    expect(await result).toMatchObject({
      name: 'TimeoutError',
      message: 'No response in 1000 ms.',
    })
  })

  it.each([
    ['failed', () => Promise.reject(new Error('no')), { message: 'no' }],
    ['succeeded', async () => 'yes', 'yes'],
  ])('clears the timer and does not abort after the work has %s', async (_, work, expected) => {
    const controller = new AbortController()
    const result = await withTimeout<unknown>(1000, work, controller).catch(
      (error: unknown) => error,
    )
    expect(result).toEqual(
      typeof expected === 'string' ? expected : expect.objectContaining(expected),
    )
    expect(vi.getTimerCount()).toBe(0)
    expect(controller.signal.aborted).toBe(false)
  })
})

describe('an upstream response that fetch refuses while its body is unfinished', () => {
  it.each([
    ['six content encodings', 'gzip, gzip, gzip, gzip, gzip, gzip'],
    ['a broken content encoding', 'gzip'],
  ])('does not end the process: %s', async (_, encoding) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': encoding })
      response.write('not gzip')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const graphUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const fixture = fileURLToPath(new URL('send-event.fixture.ts', import.meta.url))

    const child = spawn(process.execPath, [fixture, graphUrl])
    const [output, errors, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    server.closeAllConnections()
    server.close()
    expect([exitCode, errors]).toEqual([0, ''])
    expect(JSON.parse(output)).toEqual({ ok: false, error: expect.stringMatching(/^TypeError: /) })
  })
})

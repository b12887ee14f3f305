import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { describe, expect, it, onTestFinished } from 'vitest'

const HELD_SERVER = fileURLToPath(new URL('held-server.fixture.ts', import.meta.url))

/** Starts a server in a child process, which is killed after the test. */
async function startChild(...args: string[]) {
  const child = spawn(process.execPath, [HELD_SERVER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const port: unknown = (await lines.next()).value
  return { child, exited, request }

  /** Sends a request. Its response is wrapped, so that it is not awaited here. */
  async function request() {
    const response = fetch(`http://127.0.0.1:${port}/held`)
    expect((await lines.next()).value).toBe('requested')
    return { response }
  }
}

// On Windows, a signal ends the process at once.
describe.skipIf(process.platform === 'win32')('a child process', { timeout: 30_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('exits with code 0 on %s', async (signal) => {
    const { child, exited } = await startChild()
    child.kill(signal)
    expect(await exited).toEqual([0, null])
  })

  it('finishes a pending response before it exits', async () => {
    const { child, request, exited } = await startChild()
    const { response } = await request()
    child.kill('SIGTERM')
    expect(await (await response).text()).toBe('held')
    expect(await exited).toEqual([0, null])
  })

  it('closes pending connections on a second SIGINT', async () => {
    const { child, request, exited } = await startChild()
    const { response } = await request()
    child.kill('SIGINT')
    const again = setInterval(() => child.kill('SIGINT'), 50)
    await expect(response).rejects.toThrow('fetch failed')
    clearInterval(again)
    expect(await exited).toEqual([0, null])
  })

  it('treats a SIGINT that npm repeats as one', async () => {
    const { child, request, exited } = await startChild('--twice')
    const { response } = await request()
    child.kill('SIGINT')
    // Both SIGINT listeners run in the same turn, so SIGTERM arrives after both.
    child.kill('SIGTERM')
    expect(await (await response).text()).toBe('held')
    expect(await exited).toEqual([0, null])
  })
})

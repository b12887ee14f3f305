import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { afterEach, describe, expect, it } from 'vitest'

import { rawClient } from './raw-client.fixture.ts'

const MIB = 1024 * 1024
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

// Several tests send hundreds of megabytes.
describe('a server in a child process', { timeout: 30_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('exits with code 0 on %s', async (signal) => {
    const { child, exited } = await startChild()
    child.kill(signal)
    expect(await exited).toEqual([0, null])
  })

  it('finishes a pending response before it exits', async () => {
    const { child, port, exited, nextLine } = await startChild()
    const response = fetch(`http://127.0.0.1:${port}/held`)
    expect(await nextLine()).toBe('requested')

    child.kill('SIGTERM')
    expect(await (await response).text()).toBe('held')
    expect(await exited).toEqual([0, null])
  })

  it('always delivers a 413 to a client that sends faster than it reads', async () => {
    const { port } = await startChild()
    for (let attempt = 0; attempt < 100; attempt += 1) {
      // More than the sockets buffer. An endless body would fill the memory if this process is starved.
      let chunks = 256
      const body = new ReadableStream({
        pull: (controller) => {
          if (chunks-- > 0) controller.enqueue(new Uint8Array(65_536))
        },
      })
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit
      const response = await fetch(`http://127.0.0.1:${port}${CONVERSION_PATH}`, init)
      expect(await response.text()).toBe('Payload too large')
    }
  })

  it('closes pending connections on a second SIGINT', async () => {
    const { child, port, exited, nextLine } = await startChild()
    const response = fetch(`http://127.0.0.1:${port}/held`)
    expect(await nextLine()).toBe('requested')

    child.kill('SIGINT')
    const again = setInterval(() => child.kill('SIGINT'), 50)
    await expect(response).rejects.toThrow('fetch failed')
    clearInterval(again)
    expect(await exited).toEqual([0, null])
  })

  it('treats a SIGINT that npm repeats as one', async () => {
    const { child, port, exited, nextLine } = await startChild('--twice')
    const response = fetch(`http://127.0.0.1:${port}/held`)
    expect(await nextLine()).toBe('requested')

    child.kill('SIGINT')
    // Both SIGINT listeners run in the same turn, so SIGTERM arrives after both.
    child.kill('SIGTERM')
    expect(await (await response).text()).toBe('held')
    expect(await exited).toEqual([0, null])
  })

  it('does not keep rejected request bodies in memory', async () => {
    const { port } = await startChild()
    const before = await readMaxRss(port)

    const body = Buffer.alloc(32 * MIB)
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        const client = await rawClient(port, true)
        client.send(`POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nContent-Length: ${32 * MIB}\n\n`)
        client.socket.write(body)
        await client.closed
      }),
    )
    // The server read 16 MiB of each body before it closed the connection.
    expect((await readMaxRss(port)) - before).toBeLessThan(128 * MIB)
  })
})

async function startChild(...args: string[]) {
  const script = fileURLToPath(new URL('child.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return { child, exited, nextLine, port: Number(await nextLine()) }

  async function nextLine(): Promise<string> {
    return (await lines.next()).value as string
  }
}

async function readMaxRss(port: number): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/max-rss`)).json() as Promise<number>
}

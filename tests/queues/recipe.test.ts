import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { cleanEnvironment, getPort, LONG_TIMEOUTS } from '@conversion-capi/test-support'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'

import { type Postgres, startPostgres } from './lib/start-postgres.ts'
import { startUpstream, type Upstream } from './lib/start-upstream.ts'

const RECIPE = fileURLToPath(new URL('../../examples/recipes/pg-boss', import.meta.url))

const found = inject('postgres')

describe.skipIf('missing' in found && !process.env['CI'])('examples/recipes/pg-boss', () => {
  const emulator = createEmulator()
  const children: ChildProcess[] = []
  let postgres: Postgres
  let upstream: Upstream
  let port: number

  beforeAll(async () => {
    postgres = await startPostgres(found)
    upstream = await startUpstream(emulator)
    port = await getPort()
  })

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await upstream?.close()
    await postgres?.close()
  })

  it('starts without its database, then keeps events, and delivers them when the upstream is back', async () => {
    emulator.setFaults({ status: { probability: 1, status: 503 } })
    await postgres.crash()
    const server = start('server.ts')
    await vi.waitUntil(() => isServing(), { timeout: 60_000 })
    expect(await sendEvent('event-1')).toMatchObject({ ok: false, status: 503 })
    await vi.waitUntil(() => server.log.includes('event-1'), { timeout: 60_000 })
    expect(server.log).toContain('ECONNREFUSED')

    await postgres.restart()
    expect(await sendEvent('event-2')).toMatchObject({ ok: false, status: 503 })
    await vi.waitUntil(() => server.log.includes('event-2'), { timeout: 60_000 })
    expect(server.log).toContain('kept')

    emulator.setFaults({})
    const worker = start('worker.ts')
    await vi.waitUntil(() => emulator.events().length === 1, { timeout: 60_000 })
    expect(emulator.events()).toMatchObject([{ event_id: 'event-2', counted: true }])

    for (const { child } of [server, worker]) {
      const exited = once(child, 'exit')
      expect(child.kill('SIGTERM')).toBe(true)
      expect(await exited).toEqual([0, null])
    }
  })

  /** Starts a file of the recipe. `log` is what it has written to stdout and stderr. */
  function start(file: string): { child: ChildProcess; readonly log: string } {
    const child = spawn(process.execPath, [file], {
      cwd: RECIPE,
      env: {
        ...cleanEnvironment(),
        DATABASE_URL: postgres.url,
        META_PIXEL_ID: '1234567890',
        META_ACCESS_TOKEN: 'emulator-access-token',
        META_GRAPH_URL: upstream.url,
        ...LONG_TIMEOUTS,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let log = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (log += chunk))
    }
    return {
      child,
      get log() {
        return log
      },
    }
  }

  function isServing(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  }

  async function sendEvent(event_id: string): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${CONVERSION_PATH}`, {
      method: 'POST',
      body: JSON.stringify({
        event_name: 'Lead',
        event_id,
        event_source_url: 'https://school.example/',
        user_data: { em: 'a'.repeat(64) },
      }),
    })
    return response.json()
  }
})

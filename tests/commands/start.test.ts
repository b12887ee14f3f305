import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

it('npm start serves page, facts, proxy and emulator on one port, and stops on Ctrl-C', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A separate process group, so that SIGINT reaches all processes, as Ctrl-C does.
    detached: true,
  })
  // "close" also waits for the server, which holds stdout.
  const closed = once(npm, 'close')
  const interrupt = (): boolean => process.kill(-npm.pid!, 'SIGINT')
  try {
    const [page, emulator, facts] = await readUrls(npm.stdout)
    expect(new URL(emulator!).origin).toBe(new URL(page!).origin)
    expect(new URL(facts!).origin).toBe(new URL(page!).origin)

    expect(await (await fetch(page!)).text()).toContain('Polaris')
    expect(await (await fetch(facts!)).text()).toContain('240 EUR per term')
    const response = await fetch(new URL(CONVERSION_PATH, page), {
      method: 'POST',
      body: JSON.stringify({ event_name: 'Lead', event_id: 'from-the-start-test' }),
    })
    expect(await response.json()).toMatchObject({ ok: true })
    const received = await (await fetch(new URL('events.json', emulator))).text()
    expect(received).toContain('from-the-start-test')

    interrupt()
    await closed
    await expect(fetch(page!)).rejects.toThrow('fetch failed')
  } finally {
    if (npm.exitCode === null && npm.signalCode === null) interrupt()
  }
})

async function readUrls(output: NodeJS.ReadableStream): Promise<string[]> {
  const urls: string[] = []
  for await (const line of createInterface({ input: output })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) urls.push(url)
    if (urls.length === 3) break
  }
  return urls
}

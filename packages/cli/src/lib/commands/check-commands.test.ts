import { join, resolve } from 'node:path'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import type { Streams } from '@conversion-capi/meta/terminal'
import { serve } from '@conversion-capi/node'
import { startServer } from '@conversion-capi/test-support'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { runDev } from '../dev/run-dev.ts'
import { main } from '../main.ts'
import { config, writeProject } from '../project/write-project.fixture.ts'

const TOKEN = 'EAABsecretsecretsecretsecretsecretsecret'
const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: TOKEN, META_GRAPH_VERSION: 'v25.0' }

async function run(argv: string[], env: Record<string, string> = ENV) {
  let stdout = ''
  let stderr = ''
  const streams: Streams = {
    stdin: process.stdin,
    stdout: { write: (text) => (stdout += text), isTTY: false },
    stderr: { write: (text) => (stderr += text), isTTY: false },
    env,
    cwd: () => process.cwd(),
  }
  const exitCode = await main(argv, streams)
  expect(stdout + stderr).not.toContain(TOKEN)
  return { exitCode, stdout, stderr }
}

async function startGraph(options: Parameters<typeof createEmulator>[0] = {}): Promise<string> {
  const emulator = createEmulator({ accessToken: TOKEN, ...options })
  const server = await serve({
    port: 0,
    hostname: '127.0.0.1',
    signals: false,
    site: (request) => emulator.fetch(request),
  })
  onTestFinished(() => server.close())
  return server.url
}

describe('doctor', () => {
  it('exits with 0 if the token can read the pixel', async () => {
    const { exitCode, stdout } = await run(['doctor'], {
      ...ENV,
      META_GRAPH_URL: await startGraph(),
    })
    expect(stdout).toContain('verified: The access token can read the pixel …890')
    expect(stdout).toContain('never tried with the live platform')
    expect(exitCode).toBe(0)
  })

  it('reads the variables in --env-file', async () => {
    const dir = await writeProject({
      '.env': Object.entries(ENV)
        .map((each) => each.join('='))
        .join('\n'),
    })
    const args = ['doctor', '--env-file', `${dir}/.env`]
    const { stdout } = await run(args, { META_GRAPH_URL: await startGraph() })
    expect(stdout).toContain('verified: The access token can read the pixel …890')
    const { exitCode, stderr } = await run([...args.slice(0, 2), `${dir}/none`], {})
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('none does not exist.')])
  })
})

describe('probe', () => {
  it.each([
    [[], 2, 'probe needs an origin. Write probe https://school.example.'],
    [['school.example'], 2, '"school.example" is not an origin.'],
    [['https://school.example', '--dir', '/does/not/exist'], 1, 'does not exist'],
  ])('rejects %j in one sentence', async (args, code, message) => {
    const { exitCode, stdout, stderr } = await run(['probe', ...args])
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('recognizes dev', async () => {
    const dir = await writeProject()
    const site = await runDev({ dir, port: 0 })
    onTestFinished(() => site.close())
    const { exitCode, stderr } = await run(['probe', new URL(site.url).origin, '--dir', dir])
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/is the server of "conversion-capi dev"/),
    ])
  })

  it('exits with 1 if another site is deployed, and ends with how to confirm arrivals', async () => {
    const server = await startServer((_, response) => void response.writeHead(404).end())
    onTestFinished(() => server.close())
    const dir = await writeProject({ 'school.config.ts': config() })
    const { exitCode, stdout } = await run(['probe', server.url, '--dir', dir])
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^error: \S+: None of the \d+ files is as built\./m)
    expect(stdout).toMatch(
      /not verifiable: Whether events reach Meta .* Events Manager\.\n\d+ errors\. Not verifiable: 2\.\nNext: Correct the errors from the top, deploy, and run probe again\.\n$/,
    )
  })
})

describe('queue', () => {
  it('counts the waiting events by reason, without their values', async () => {
    const file = await fillQueue()
    const { exitCode, stdout } = await run(['queue', file])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(
      /: 1 waiting event\.\n {2}1 × status 503, pixel …890: the oldest was kept \d+ min ago, the next is due in \d+ min\n$/,
    )
    expect(stdout).not.toContain('e-1')
    const json = JSON.parse((await run(['queue', '--json'], { META_QUEUE_FILE: file })).stdout)
    expect(json).toMatchObject({ ok: true, count: 1, groups: [{ reason: 'status 503', count: 1 }] })
  })

  it('deletes the events only with --yes if no terminal is attached', async () => {
    const file = await fillQueue()
    const refused = await run(['queue', file, '--empty'])
    expect(refused).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: Write --empty --yes to delete them.\n',
    })
    expect((await run(['queue', file, '--empty', '--yes'])).stdout).toBe('Deleted events: 1.\n')
    expect((await run(['queue', file])).stdout).toBe(`${file}: 0 waiting events.\n`)
  })

  it('exits with 1 if there is no queue', async () => {
    const { exitCode, stderr } = await run(['queue', '/does/not/exist'])
    expect(exitCode).toBe(1)
    const path = resolve('/does/not/exist')
    expect(stderr).toBe(`error: The queue ${path} does not exist. Check the path.\n`)
  })

  async function fillQueue(): Promise<string> {
    const file = join(await writeProject(), 'queue/events.sqlite')
    for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
    onTestFinished(() => void vi.restoreAllMocks())
    const config = { pixelId: '1234567890', accessToken: TOKEN, retries: 0 }
    const server = await serve({
      port: 0,
      hostname: '127.0.0.1',
      signals: false,
      config,
      queue: file,
      fetch: async () => Response.json({}, { status: 503 }),
      onOutcome() {},
    })
    const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
    await fetch(server.url + CONVERSION_PATH, { method: 'POST', body })
    await server.close()
    return file
  }
})

describe('report', () => {
  it('prints what it could read, and exits with 1 if a part is missing', async () => {
    const env = { ...ENV, META_GRAPH_URL: await startGraph() }
    const { exitCode, stdout } = await run(['report'], env)
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^Pixel …890 \(Emulated pixel\): the seven days from /m)
    expect(stdout).toMatch(/^Not known: Meta did not return the dataset quality, nor /)
  })

  it('prints JSON, and exits with 1 if the token is broken', async () => {
    const env = { ...ENV, META_GRAPH_URL: await startGraph({ accessToken: 'another' }) }
    const { exitCode, stdout } = await run(['report', '--json'], env)
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, pixels: [] })
  })
})

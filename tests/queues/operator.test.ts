import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Outcome } from '@conversion-capi/core'
import { createEmulator } from '@conversion-capi/emulator'
import { readQueue } from '@conversion-capi/node/queue'
import {
  ensureCommand,
  getPort,
  LONG_TIMEOUTS,
  run,
  serveFetch,
  startProcess,
} from '@conversion-capi/test-support'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { CLIENT_COUNT, type EventOptions, sendEvent } from './lib/send-events.ts'
import { mountSmallDisk } from './lib/small-disk.ts'
import { NGINX, readGuide, startNginx } from './lib/start-nginx.ts'
import { readOutcomes } from './lib/write-outcome.ts'

const LIB = fileURLToPath(new URL('lib/', import.meta.url))
const ACTIVATE = '/usr/bin/systemd-socket-activate'
const TOKEN = 'emulator-access-token'
const ROUNDS = 3
const SCHOOLS = {
  META_SCHOOLS: 'polaris,nova',
  META_PIXEL_ID__POLARIS: '1234567890',
  META_PIXEL_ID__NOVA: '1234567890',
  META_ACCESS_TOKEN__POLARIS: TOKEN,
  META_ACCESS_TOKEN__NOVA: TOKEN,
  META_ALLOWED_ORIGINS__POLARIS: 'https://polaris.example',
  META_ALLOWED_ORIGINS__NOVA: 'https://nova.example',
}
/** Fills the queue, which has room for 256 MiB. */
const FLOOD = { count: 4600, details: { note: 'x'.repeat(60_000) } }
const missing = findMissing()

interface Scenario {
  name: string
  /** Runs while 32 clients send events through nginx. */
  operate: (site: Site) => Promise<unknown>
  isDown?: true
  env?: Record<string, string>
  disk?: string
  /** Why events may be lost: none, or the errors of `keep` in their outcomes. */
  losses?: string[]
}

const SCENARIOS: Scenario[] = [
  { name: 'restarts', operate: restart },
  { name: 'restarts during an outage', operate: restart, isDown: true },
  { name: 'blue and green', operate: blueGreen },
  { name: 'blue and green during an outage', operate: blueGreen, isDown: true },
  {
    name: 'the token is wrong, then corrected',
    operate: restart,
    env: { META_ACCESS_TOKEN: 'wrong' },
  },
  {
    name: 'a full disk during an outage',
    operate: fillDisk,
    isDown: true,
    disk: '64m',
    losses: ['keep failed: Error DISK_FULL.'],
  },
  {
    name: 'a flood of another school during an outage',
    operate: flood,
    isDown: true,
    env: SCHOOLS,
    losses: ['keep failed: Error QUEUE_FULL.'],
  },
]

describe.skipIf(missing && !process.env['CI'])('the guide for operators', () => {
  const rows: Record<string, object> = {}
  afterAll(() => console.table(rows))

  it.each(SCENARIOS)('$name: every event arrives once', async (scenario) => {
    const { row, statuses, outcomes, counts } = await runScenario(scenario)
    rows[scenario.name] = row
    expect(new Set(statuses.values())).toEqual(new Set([200]))
    expect(row.doubled).toBe(0)
    // The events of the school that floods are not counted.
    if (!scenario.disk) expect(row.lost).toBe(0)
    const lost = [...statuses.keys()].filter((id) => !counts.has(id))
    const reasons = outcomes.filter(({ eventId, status }) => status && lost.includes(eventId!))
    expect(reasons.length).toBe(lost.length)
    expect(new Set(reasons.map(({ keepError }) => keepError))).toEqual(new Set(scenario.losses))
  })

  it('has units that systemd accepts', async () => {
    const folder = await createFolder()
    const units = ['conversion-capi.socket', 'conversion-capi.service']
    for (const unit of units) {
      const code = readGuide('ini', unit).replace('/usr/bin/node', process.execPath)
      await writeFile(join(folder, unit), code)
    }
    // It prints problems to stderr, and returns 0 for some of them.
    const command = `exec 2>&1; systemd-analyze verify --man=no ${units.map((unit) => `./${unit}`).join(' ')}`
    expect(await run('sh', ['-c', command], folder)).toBe('')
  })
})

/** A server behind nginx, as the guide describes it. */
interface Site {
  send: (options?: EventOptions) => Promise<void>
  /** Ends the server, and waits until systemd has started the next. */
  restart: () => Promise<void>
  /** Starts a server next to the other one, and ends that one. */
  replace: () => Promise<void>
  disk: Awaited<ReturnType<typeof mountSmallDisk>>
}

async function restart({ restart, send }: Site): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await restart()
    await send()
  }
}

async function blueGreen({ replace }: Site): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await replace()
}

async function fillDisk({ disk, send }: Site): Promise<void> {
  for (const change of [() => {}, disk!.fill, disk!.free]) {
    change()
    for (let count = 0; count < 20; count += 1) await send()
  }
}

async function flood({ send }: Site): Promise<void> {
  let left = FLOOD.count
  const client = async (): Promise<void> => {
    while (left-- > 0) await send({ origin: 'https://nova.example', custom_data: FLOOD.details })
  }
  // Many, because events that arrive together share a transaction.
  await Promise.all(Array.from({ length: 4 * CLIENT_COUNT }, client))
}

async function runScenario({ operate, isDown, env: extra, disk: size }: Scenario) {
  const folder = await createFolder()
  const disk = size === undefined ? undefined : await mountSmallDisk(size)
  onTestFinished(() => disk?.close())
  await mkdir(join(folder, 'queue'))
  const emulator = createEmulator({ accessToken: TOKEN })
  const counts = new Map<string, number>()
  const upstream = await serveFetch(async (request) => {
    const [{ event_id }] = (await request.clone().json()).data
    const response = await emulator.fetch(request)
    if (response.ok) counts.set(event_id, (counts.get(event_id) ?? 0) + 1)
    return response
  })
  onTestFinished(upstream.close)
  const queue = join(disk?.folder ?? join(folder, 'queue'), 'events.sqlite')
  const env = {
    META_PIXEL_ID: '1234567890',
    META_ACCESS_TOKEN: TOKEN,
    META_GRAPH_URL: upstream.url,
    ...LONG_TIMEOUTS,
    QUEUE: queue,
    OUTCOMES: join(folder, 'outcomes'),
    CLOCK_SPEED: '1',
  }
  const statuses = new Map<string, number | undefined>()
  const flooding = new Set<string>()
  if (isDown) emulator.setFaults({ status: { status: 503 } })

  const pid = join(folder, 'pid')
  let { server, port } = await (operate === blueGreen ? startDirectly() : startActivated())
  const nginx = await startNginx(join(folder, 'nginx'), port)
  onTestFinished(nginx.close)
  await sendDuring(operate({ send, restart, replace, disk }))
  await server.close()

  emulator.setFaults({})
  const fast = await startDirectly({ META_ACCESS_TOKEN: TOKEN, CLOCK_SPEED: '120' })
  await vi.waitUntil(() => readQueue(queue).groups.length === 0, { timeout: 400_000 })
  await fast.server.terminate()

  const ids = [...statuses.keys()].filter((id) => !flooding.has(id))
  const sent = ids.length
  const atMeta = ids.filter((id) => counts.has(id)).length
  const doubled = [...counts.values()].filter((count) => count > 1).length
  const row = { sent, atMeta, lost: sent - atMeta, doubled }
  return { row, statuses, counts, outcomes: readOutcomes(env.OUTCOMES) as Outcome[] }

  async function send(options: EventOptions = {}): Promise<void> {
    const id = `event-${statuses.size}`
    const all = { origin: 'https://polaris.example', isNewVisitor: true, ...options }
    statuses.set(id, undefined)
    statuses.set(id, await sendEvent(nginx.port, id, all))
    if (all.custom_data) flooding.add(id)
  }

  /** Sends events from several clients until the work is done. */
  async function sendDuring(work: Promise<unknown>): Promise<void> {
    let isDone = false
    const done = work.finally(() => (isDone = true))
    const clients = Array.from({ length: CLIENT_COUNT }, async () => {
      do await send()
      while (!isDone)
    })
    await Promise.all([done, ...clients])
  }

  function variables(more: Record<string, string> = {}): Record<string, string> {
    return { ...env, CLOCK_START: String(Date.now()), ...extra, ...more }
  }

  async function startDirectly(more?: Record<string, string>) {
    const port = String(await getPort())
    const options = { cwd: LIB, env: { ...variables(more), PORT: port }, port, probe: '/' }
    const server = await startProcess(process.execPath, ['serve-file-queue.ts'], options)
    onTestFinished(server.close)
    return { server, port }
  }

  /** Runs the command of the unit as systemd does: it holds the port, and starts the command again when it ends. */
  async function startActivated() {
    const port = String(await getPort())
    const listen = readGuide('ini', 'ListenStream=').match(/^ListenStream=(.*):\d+$/m)![1]
    const command = readGuide('ini', 'ExecStart=')
      .match(/^ExecStart=(.*)$/m)![1]!
      .replace('/usr/bin/node', process.execPath)
      .replace('server.ts', 'serve-file-queue.ts')
    const once = `echo $$ > ${pid}; LISTEN_PID=$$ exec ${command}`
    const env = variables()
    const names = Object.keys(env).map((name) => `--setenv=${name}`)
    const args = [...names, `--listen=${listen}:${port}`, 'sh', '-c', LOOP, once]
    const server = await startProcess(ACTIVATE, args, { cwd: LIB, env, port, probe: '/' })
    onTestFinished(server.close)
    return { server, port }
  }

  async function restart(): Promise<void> {
    const before = await readFile(pid, 'utf8')
    process.kill(Number(before), 'SIGTERM')
    await vi.waitUntil(async () => (await readFile(pid, 'utf8')) !== before, { timeout: 60_000 })
  }

  async function replace(): Promise<void> {
    const next = await startDirectly()
    await nginx.switchTo(next.port)
    await server.terminate()
    ;({ server, port } = next)
  }
}

const LOOP = 'while :; do sh -c "$0"; done'

/** Returns why the tests cannot run, if a command is missing. */
function findMissing(): string | undefined {
  try {
    ensureCommand(NGINX, 'nginx')
    ensureCommand(ACTIVATE, 'systemd')
  } catch (error) {
    const { message } = error as Error
    console.warn(`${message} Its tests ${process.env['CI'] ? 'fail' : 'are skipped'}.`)
    return message
  }
}

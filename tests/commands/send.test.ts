import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { cleanEnvironment, serveFetch } from '@conversion-capi/test-support'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { describe, expect, it, onTestFinished } from 'vitest'

import { main } from '../../packages/cli/src/lib/main.ts'
import { readMapping } from '../../packages/meta/src/lib/list/mapping.ts'
import { runDry } from '../../packages/meta/src/lib/send/run-dry.ts'
import { readSamples } from '../docs/samples/read-samples.ts'
import { mountSmallDisk } from '../queues/lib/small-disk.ts'
import { type CommandRun, runCommand } from './lib/run-command.ts'

const BIN = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))
const TOKEN = 'emulator-access-token'
const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: TOKEN }
const GUIDE = 'docs/guides/import-events.md'
const COUNT = 10_000
const BATCH = 1000

describe('conversion-capi send', () => {
  it('loses no event of a process that is killed three times, and names the lines it sends again', async () => {
    const file = await writeEvents(COUNT)
    const upstream = await startUpstream()
    const output: string[] = []

    // Before the upstream accepts the third request.
    await killDuring(2, 'before')
    // After the upstream has accepted the request, and before the process can note it.
    await killDuring(3, 'after')
    await killDuring(2, 'before')
    const last = await run(file, upstream.url)
    output.push(last.stdout)

    expect([last.code, last.stdout]).toEqual([
      0,
      expect.stringContaining('accepted 10,000 of 10,000 events.'),
    ])
    expect(upstream.sizes.filter((size) => size !== BATCH)).toEqual([])
    // A run sends the events of killed runs last, so only the last one comes to them.
    expect(output.map((each) => each.match(/Lines .+?: an earlier run ended/g))).toEqual([
      null,
      null,
      null,
      [
        'Lines 2,001 to 3,000: an earlier run ended',
        'Lines 6,001 to 7,000: an earlier run ended',
        'Lines 9,001 to 10,000: an earlier run ended',
      ],
    ])
    const copies = new Map<string, unknown[]>()
    for (const event of upstream.accepted) {
      copies.set(event.event_id, [...(copies.get(event.event_id) ?? []), event])
    }
    expect(copies.size).toBe(COUNT)
    const twice = [...copies].filter(([, { length }]) => length > 1)
    expect(twice.map(([id]) => id)).toEqual(listIds(6001, 7000))
    for (const [, events] of twice) {
      expect(events).toHaveLength(2)
      expect(events[1]).toEqual(events[0])
    }
    expect(upstream.emulator.events().filter(({ counted }) => counted)).toHaveLength(COUNT)

    /** Ends the process while the upstream holds the response to a request, after `count` others. */
    async function killDuring(count: number, moment: Moment): Promise<void> {
      const held = upstream.holdAfter(count, moment)
      const started = start(file, upstream.url)
      await held.reached
      started.child.kill('SIGKILL')
      output.push((await started.ended).stdout)
      held.release()
    }
  })

  it('writes only hashes and times into its notes, for the user alone', async () => {
    const file = await writeEvents(10)
    const upstream = await startUpstream()
    await run(file, upstream.url)
    const notes = join(file, '../sent-events.sqlite')
    expect((await stat(notes)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(file, '..'))).toEqual(['events.jsonl', 'sent-events.sqlite'])
    const bytes = await readFile(notes, 'latin1')
    expect(bytes).not.toMatch(/example\.com|order-|emulator-access-token/)
  })

  it('ends after the current request at Ctrl-C, and continues', async () => {
    const file = await writeEvents(3000)
    const upstream = await startUpstream()
    const held = upstream.holdAfter(1, 'after')
    const { child, ended } = start(file, upstream.url)
    await held.reached
    child.kill('SIGINT')
    await once(child.stderr!, 'data')
    // npm repeats the signal.
    child.kill('SIGINT')
    held.release()
    const { code, stderr } = await ended
    expect([code, stderr]).toEqual([
      1,
      'Ending after the current request.\nerror: Stopped. 2,000 of 3,000 events were accepted so far. Run the same command again to continue.\n',
    ])
    const { stdout } = await run(file, upstream.url)
    expect(stdout).toContain('2,000 of them were sent before, from this file or another.')
    expect(stdout).not.toContain('an earlier run ended')
    expect(upstream.sizes).toEqual([BATCH, BATCH, BATCH])
    expect(upstream.accepted.map(({ event_id }) => event_id)).toEqual(listIds(1, 3000))
  })

  it('refuses to send files of one folder in two processes', async () => {
    const file = await writeEvents(10)
    const upstream = await startUpstream()
    const held = upstream.holdAfter(0, 'after')
    const first = start(file, upstream.url)
    await held.reached
    const second = await run(file, upstream.url)
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringContaining(
        'is in use: another run sends events of this folder. Wait for its end.\n',
      ),
    ])
    held.release()
    expect((await first.ended).code).toBe(0)
    expect(upstream.accepted).toHaveLength(10)
  })

  it('updates one line on a terminal', async () => {
    const file = await writeEvents(2000)
    const { url } = await startUpstream()
    let stderr = ''
    const code = await main(['send', file], {
      stdin: {},
      stdout: { write: () => {}, isTTY: true },
      stderr: { write: (chunk) => (stderr += chunk), isTTY: true },
      env: { ...ENV, META_GRAPH_URL: url },
      cwd: () => process.cwd(),
    })
    expect([code, stderr.split('\r\u001B[2K')]).toEqual([
      0,
      [
        '',
        // Before the notice about META_GRAPH_URL.
        '',
        'events.jsonl: sending line 1,000 of 2,000',
        'events.jsonl: sending line 2,000 of 2,000',
        '',
      ],
    ])
  })

  it('prints one JSON document with --json', async () => {
    const file = await writeEvents(2)
    const { url } = await startUpstream()
    await writeFile(file, '\n{}', { flag: 'a' })
    const run = await runCommand(['send', file, '--json'], { ...ENV, META_GRAPH_URL: url })
    expect([run.code, run.stderr]).toEqual([1, ''])
    expect(JSON.parse(run.stdout)).toMatchObject({
      ok: false,
      file: 'events.jsonl',
      events: 3,
      accepted: 2,
      acceptedNow: 2,
      failed: 1,
      findings: [
        { code: 'upstream-stand-in', level: 'info' },
        { code: 'line-malformed', level: 'error', file: 'events.jsonl', line: 4 },
      ],
    })
    const dry = await runCommand(['send', file, '--json', '--dry-run'], ENV)
    expect(JSON.parse(dry.stdout)).toMatchObject({
      ok: false,
      accepted: 2,
      failed: 1,
      requests: 1,
      kinds: { 'Contract, system_generated': 2 },
    })
  })

  it.each([
    [[], 2, 'send needs a file. Write send events.jsonl.'],
    [
      ['events.xlsx'],
      2,
      'events.xlsx is a spreadsheet. Save it as CSV: in Excel with File > Save As > CSV UTF-8, in Google Sheets with File > Download > Comma-separated values, in LibreOffice with File > Save As > Text CSV',
    ],
    [['events'], 2, 'The name of events must end with .jsonl or .csv. Rename the file.'],
    [['a.csv', '--zone=Moscow'], 2, '--zone must be a time zone, such as "Europe/Moscow".'],
    [['a.csv', '--encoding=1251'], 2, '--encoding must be the name of an encoding, such as'],
    [['a.csv', '--mapping=/none.json'], 1, 'The file /none.json cannot be read (ENOENT).'],
    [['a.csv', '--max-wait-minutes=soon'], 2, '--max-wait-minutes must be an integer from 0 to'],
    [['a.csv', '--school=polaris'], 2, 'META_SCHOOLS lists no schools. Remove --school.'],
    [['/does/not/exist.csv'], 1, 'The file /does/not/exist.csv does not exist.'],
    [['a.csv', '--env-file=/does/not/exist'], 1, 'The file /does/not/exist does not exist.'],
  ])('rejects %j in one sentence', async (args, code, message) => {
    const run = await runCommand(['send', ...args], ENV)
    expect([run.code, run.stdout, run.stderr]).toEqual([code, '', expect.stringContaining(message)])
    expect(run.stderr.trim().split('\n')).toHaveLength(1)
  })

  it('reads an export with a mapping file, and names the file if it is missing', async () => {
    const upstream = await startUpstream()
    const env = { ...ENV, META_GRAPH_URL: upstream.url }
    const file = join(await createFolder(), 'payments.csv')
    const time = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19)
    await writeFile(file, `Номер;Оплачено;Почта;Имя\n17;${time};ann@example.com;Анна`)
    const unmapped = await runCommand(['send', file], env)
    expect([unmapped.code, unmapped.stdout]).toEqual([1, ''])
    expect(unmapped.stderr).toContain('Or map them in payments.mapping.json, which the command')
    const columns = { Номер: 'event_id', Оплачено: 'event_time', Почта: 'user_data.em', Имя: null }
    const mapping = { columns, constants: { event_name: 'Lead', action_source: 'email' } }
    const mappingFile = join(file, '../weekly.json')
    await writeFile(mappingFile, JSON.stringify(mapping))
    const args = ['send', file, `--mapping=${mappingFile}`, '--zone=UTC']
    expect(await runCommand(args, env)).toMatchObject({ code: 0 })
    expect(upstream.accepted).toMatchObject([{ event_id: '17', event_name: 'Lead' }])
    for (const [wrong, message] of [
      [{ ...mapping, zonee: 'UTC' }, 'weekly.json: "zonee" is unknown. Did you mean "zone"?'],
      [{ decimal: ';' }, 'weekly.json: decimal must be "." or ",".'],
    ] as const) {
      await writeFile(mappingFile, JSON.stringify(wrong))
      expect((await runCommand(args, env)).stderr).toContain(message)
    }
  })

  it('names the variables that are missing', async () => {
    const { code, stderr } = await runCommand(['send', await writeEvents(1)])
    expect([code, stderr]).toEqual([
      1,
      'error: META_PIXEL_ID is missing. META_ACCESS_TOKEN is missing. Set the variables here, or pass a file with them: --env-file=.env.\n',
    ])
  })

  it('rejects a folder', async () => {
    const file = join(await createFolder(), 'events.csv')
    await mkdir(file)
    expect((await runCommand(['send', file], ENV)).stderr).toContain('events.csv is not a file.')
  })

  it('reads the samples of the guide', async () => {
    const samples = readSamples('csv', 'json', 'jsonl').filter(({ page }) => page === GUIDE)
    expect(samples.map(({ language }) => language)).toEqual(['csv', 'json', 'jsonl'])
    const folder = await createFolder()
    for (const { language, code } of samples) {
      const file = join(folder, `events.${language}`)
      await writeFile(file, code)
      if (language === 'json') {
        expect(await readMapping(file, true)).toEqual(JSON.parse(code))
        continue
      }
      const report = await runDry({ file, env: ENV, now: () => Date.parse('2026-11-22') })
      expect(report.findings).toEqual([])
    }
  })

  it('sends nothing if the disk is full or read-only', async ({ skip }) => {
    const disk = await mountSmallDisk('1m')
    if (!disk && !process.env['CI']) return skip('This process may not mount a disk.')
    if (!disk) throw new Error('This process may not mount a disk. Run it as root.')
    onTestFinished(disk.close)
    const file = await writeEvents(10, disk.folder)
    const upstream = await startUpstream()
    disk.fill()
    const { code, stderr } = await run(file, upstream.url)
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('cannot be written, because the disk is full. Free some space.\n'),
    ])
    expect(upstream.sizes).toEqual([])
    disk.free()
    await disk.makeReadOnly()
    expect((await run(file, upstream.url)).stderr).toContain('cannot be written (SQLITE_8).')
    expect(upstream.sizes).toEqual([])
  })
})

/** Before or after the emulator gets the request. */
type Moment = 'before' | 'after'

interface Held {
  /** Resolves when the request is held. */
  reached: Promise<void>
  /** Lets the response pass. */
  release: () => void
}

interface Upstream {
  url: string
  emulator: Emulator
  /** The numbers of events in the requests. */
  sizes: number[]
  /** The events that the emulator has accepted, in this order. */
  accepted: { event_id: string }[]
  /** Holds the response to a request, after `count` other requests. */
  holdAfter: (count: number, moment: Moment) => Held
}

/** Serves an emulator over HTTP, which can hold a response. */
async function startUpstream(): Promise<Upstream> {
  const emulator = createEmulator({ accessToken: TOKEN, maxEvents: 2 * COUNT })
  const sizes: number[] = []
  const accepted: Upstream['accepted'] = []
  let hold:
    | { number: number; moment: Moment; reach: () => void; released: Promise<void> }
    | undefined
  const { url, close } = await serveFetch(async (request) => {
    const { data } = (await request.clone().json()) as { data: Upstream['accepted'] }
    sizes.push(data.length)
    const held = hold?.number === sizes.length ? hold : undefined
    if (held?.moment === 'before') {
      held.reach()
      await held.released
      throw new Error('The process was killed.')
    }
    const result = await emulator.fetch(request)
    if (result.ok) accepted.push(...data)
    held?.reach()
    await held?.released
    return result
  })
  onTestFinished(close)
  return { url, emulator, sizes, accepted, holdAfter }

  function holdAfter(count: number, moment: Moment): Held {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    hold = { number: sizes.length + count + 1, moment, reach, released }
    return { reached, release }
  }
}

/** Writes events into a file, one per line. */
async function writeEvents(count: number, folder?: string): Promise<string> {
  folder ??= await createFolder()
  const file = join(folder, 'events.jsonl')
  const time = Math.floor(Date.now() / 1000) - 3600
  const lines = listIds(1, count).map((event_id, index) =>
    JSON.stringify({
      event_name: 'Contract',
      event_id,
      event_time: time + (index % 60),
      action_source: 'system_generated',
      user_data: { em: `person-${index}@example.com` },
      custom_data: { value: 240, currency: 'EUR' },
    }),
  )
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}

function listIds(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `order-${first + index}`)
}

function start(
  file: string,
  graphUrl: string,
): { child: ChildProcess; ended: Promise<CommandRun> } {
  const child = spawn(process.execPath, [BIN, 'send', file], {
    env: { ...cleanEnvironment(), ...ENV, META_GRAPH_URL: graphUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [code]]) => ({ code: code as number, stdout, stderr }),
  )
  return { child, ended }
}

function run(file: string, graphUrl: string): Promise<CommandRun> {
  return runCommand(['send', file], { ...ENV, META_GRAPH_URL: graphUrl })
}

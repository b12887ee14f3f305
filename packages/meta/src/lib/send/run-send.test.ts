import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Finding } from '@conversion-capi/core/diagnostics'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { describe, expect, it } from 'vitest'

import { CommandError } from '../terminal/errors.ts'
import { runDry } from './run-dry.ts'
import type { SendOptions } from './run-send.ts'
import { ENV, NOW, send, writeInput } from './send.fixture.ts'

const TIME = NOW / 1000 - 60
const THROTTLE = { status: { status: 429 } }
const MINUTE_MS = 60_000

/** Writes a file, and prepares an emulator that receives its events, and what a run says. */
async function setUp(content: string) {
  const file = await writeInput(content, 'events.jsonl')
  const emulator = createEmulator({ now: () => NOW })
  const waits: number[] = []
  const notices: Finding[] = []
  const states: string[] = []
  const run = (options: Partial<SendOptions> = {}) =>
    send({
      file,
      onNotice: (notice) => notices.push(notice),
      onProgress: (text) => states.push(text),
      fetch: emulator.fetch,
      sleep: async (ms) => waits.push(ms),
      ...options,
    })
  const dryRun = (env: Record<string, string> = ENV) => runDry({ file, env, now: () => NOW })
  return { emulator, waits, notices, states, run, dryRun, file }
}

function event(id: string, fields: object = {}): string {
  return JSON.stringify({
    event_name: 'Contract',
    event_id: id,
    event_time: TIME,
    action_source: 'system_generated',
    user_data: { em: `${id}@example.com` },
    ...fields,
  })
}

function idsOf(emulator: Emulator): (string | undefined)[] {
  return emulator.events().map(({ event_id }) => event_id)
}

async function catchError(promise: Promise<unknown>): Promise<CommandError> {
  const error: unknown = await promise.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(CommandError)
  return error as CommandError
}

/** Lines that fail for different reasons, between two that do not. */
const MIXED = [
  event('a', { custom_data: { note: 'x@example.com' } }),
  '{"event_id": "secret@example.com"',
  event('b', { event_time: TIME - 8 * 86_400 }),
  event('c', { action_source: 'app' }),
  event('d', { event_name: 'Purchase', custom_data: { value: 'secret', currency: 'EUR' } }),
  event('e', { user_data: { country: 'de' } }),
  event('f'),
].join('\n')

/** What a run and a dry run find in {@link MIXED}: code, line and level. */
const MIXED_FINDINGS = [
  ['line-malformed', 2, 'error'],
  ['event-too-old', 3, 'error'],
  ['event-invalid', 4, 'error'],
  ['event-invalid', 5, 'error'],
  ['event-invalid', 6, 'error'],
  ['field-dropped', 1, 'warning'],
  ['field-warning', 5, 'warning'],
]

describe('runSend()', () => {
  it('sends the events of other lines if some fail, and names each of those', async () => {
    const { emulator, run, notices, file } = await setUp(MIXED)
    const report = await run()
    expect(idsOf(emulator)).toEqual(['a', 'f'])
    expect(notices.map(({ code, line }) => [code, line])).toEqual([['events-too-old', 3]])
    expect(report.findings.map(({ code, line, level }) => [code, line, level])).toEqual(
      MIXED_FINDINGS,
    )
    expect(report.findings[3]).toMatchObject({
      file: 'events.jsonl',
      message: 'The event d is invalid.',
      fix: 'A Purchase must have a numeric custom_data.value and a custom_data.currency.',
    })
    expect(report.summary).toContain(
      'accepted 2 of 7 events. 4 failed: correct their lines, and run the command again. 1 is too old for Meta and cannot be sent: do not change its time.',
    )
    const again = await run()
    expect(idsOf(emulator)).toEqual(['a', 'f'])
    expect(again.findings).toEqual(report.findings.filter(({ code }) => code !== 'field-dropped'))
    expect(again.summary).toMatch(
      /^No event was left to send\.\n.+accepted 2 of 7 events\. 2 of them were sent before, from this file or another\./,
    )
    const written = await readFile(join(file, '../sent-events.sqlite'), 'latin1')
    expect(JSON.stringify([report, again, notices]) + written).not.toMatch(/secret|@example/)
  })

  it('sends no request for a line that Meta would decline', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) =>
      event(`e${index}`, index % 3 === 0 ? {} : { event_name: 'Purchase' }),
    )
    const { emulator, run } = await setUp(lines.join('\n'))
    const sizes: number[] = []
    const counting: typeof fetch = async (url, init) => {
      sizes.push((JSON.parse(String(init!.body)) as { data: unknown[] }).data.length)
      return emulator.fetch(url, init)
    }
    expect((await run({ fetch: counting })).data).toMatchObject({ accepted: 1000, failed: 2000 })
    expect(sizes).toEqual([334, 333, 333])
  })

  it('waits as long as the upstream asks, and sends the same events again', async () => {
    const { emulator, waits, states, run } = await setUp(`${event('a')}\n${event('b')}`)
    emulator.setFaults(THROTTLE)
    const report = await run({
      async sleep(ms) {
        waits.push(ms)
        if (waits.length === 2) emulator.setFaults({})
      },
    })
    expect(waits).toEqual([5 * MINUTE_MS, 5 * MINUTE_MS])
    expect(idsOf(emulator)).toEqual(['a', 'b'])
    expect(report.findings).toEqual([])
    expect(states).toContainEqual(expect.stringContaining('waiting 300 seconds. The upstream'))
  })

  it('stops after the maximum wait, and continues with the next run', async () => {
    const { emulator, waits, notices, run } = await setUp(event('a'))
    emulator.setFaults(THROTTLE)
    const { message } = await catchError(run({ maxWaitMs: 11 * MINUTE_MS }))
    expect(waits).toEqual([5 * MINUTE_MS, 5 * MINUTE_MS])
    expect(message).toMatch(
      / 0 of 1 events were accepted so far\. Run the same command again to continue\.$/,
    )
    emulator.setFaults({})
    await run()
    expect(idsOf(emulator)).toEqual(['a'])
    // The upstream has declined the request, so it cannot have accepted the event.
    expect(notices).toEqual([])
  })

  it('names lines whose request had no response', async () => {
    const { emulator, notices, run } = await setUp(`${event('a')}\n\n${event('b')}\n${event('c')}`)
    const isLost: typeof fetch = async (...request) => {
      await emulator.fetch(...request)
      throw new TypeError('fetch failed')
    }
    await catchError(run({ fetch: isLost, maxWaitMs: 0 }))
    expect(idsOf(emulator)).toHaveLength(4)
    await run()
    expect(idsOf(emulator).slice(4)).toEqual(['a', 'b', 'c'])
    expect(notices.map(({ code, message }) => [code, message])).toEqual([
      ['lines-without-result', 'Lines 1; 3 to 4: Meta was unavailable, or did not respond.'],
      ['lines-sent-again', 'Lines 1; 3 to 4: an earlier run ended before their result was known.'],
    ])
  })

  it('stops at once if the access token is broken, and loses nothing', async () => {
    const { emulator, waits, run } = await setUp(event('a'))
    const env = { ...ENV, META_ACCESS_TOKEN: 'another-secret' }
    const { message } = await catchError(run({ env }))
    expect(message).toBe(
      'The upstream responded with status 401 and code 190. The access token is invalid or expired. Check the variables with "doctor". 0 of 1 events were accepted so far. Run the same command again to continue.',
    )
    expect(waits).toEqual([])
    await run()
    expect(idsOf(emulator)).toEqual(['a'])
  })

  it('ends while it waits if the signal aborts', async () => {
    const { emulator, run } = await setUp(event('a'))
    emulator.setFaults(THROTTLE)
    const controller = new AbortController()
    const sleep = async (): Promise<void> => controller.abort()
    const { message } = await catchError(run({ signal: controller.signal, sleep }))
    expect(message).toContain('Stopped. 0 of 1 events were accepted so far.')
  })

  it('sends what is new in a file that has changed, and a line that was corrected', async () => {
    const wrong = { custom_data: { level: 'wrong' } }
    const { emulator, run, file } = await setUp(`${event('a')}\n${event('b', wrong)}`)
    const error = { code: 100, error_subcode: 2804009 }
    const declining: typeof fetch = async (url, init) =>
      String(init!.body).includes('wrong')
        ? Response.json({ error }, { status: 400 })
        : emulator.fetch(url, init)
    const { data, findings } = await run({ fetch: declining })
    expect(data).toMatchObject({ accepted: 1, failed: 1 })
    expect(findings).toMatchObject([
      {
        message: 'The event b is declined.',
        fix: 'The upstream responded with status 400 and code 100. The subcode is 2804009.',
      },
    ])
    const noRequest = (): never => expect.fail('Meta has declined the line before.')
    expect((await run({ fetch: noRequest })).data).toMatchObject({ accepted: 1, failed: 1 })
    const corrected = event('b', { custom_data: { level: 'B2' } })
    await writeFile(file, [event('c'), corrected, event('a')].join('\n'))
    expect((await run()).data).toMatchObject({ accepted: 3, acceptedNow: 2, failed: 0 })
    expect(idsOf(emulator)).toEqual(['a', 'c', 'b'])
  })

  it('sends the events of overlapping files once, and says how many were sent before', async () => {
    const { emulator, run, file } = await setUp([event('a'), event('b'), event('a')].join('\n'))
    const first = await run()
    expect(first.summary).toContain(
      'accepted 2 of 3 events. 1 repeat the event_name and event_id of another line',
    )
    const other = join(file, '../renamed.jsonl')
    await writeFile(other, [event('b', { event_time: TIME - 1 }), event('c')].join('\n'))
    const second = await run({ file: other })
    expect(second.summary).toContain('accepted 2 of 2 events. 1 of them were sent before')
    expect(second.findings).toMatchObject([{ code: 'event-id-reused', line: 1, level: 'warning' }])
    expect(idsOf(emulator)).toEqual(['a', 'b', 'c'])
    // Meta accepts events of visits for 62 days.
    const visit = { action_source: 'physical_store' }
    await writeFile(other, event('b', visit))
    const later = NOW + 62 * 86_400_000
    await run({ file: other, now: () => later - 60_000 })
    await run({ file: other, now: () => later + 1 }).catch(() => {})
    expect(idsOf(emulator)).toEqual(['a', 'b', 'c'])
  })

  it('does not take events for sent that another pixel has received', async () => {
    const { run } = await setUp(event('a'))
    await run()
    const urls: string[] = []
    const accept: typeof fetch = async (url) => {
      urls.push(String(url))
      return Response.json({ events_received: 1 })
    }
    await run({ env: { ...ENV, META_PIXEL_ID: '99' }, fetch: accept })
    expect(urls).toEqual([expect.stringContaining('/99/events')])
  })

  it.each(['no response', 413, 500])(
    'sends an event last that always gets %s, and the others first',
    async (problem) => {
      const lines = Array.from({ length: 1500 }, (_, index) => event(`e${index}`))
      const { emulator, run, waits, file } = await setUp(lines.join('\n'))
      let requests: number[] = []
      const failing: typeof fetch = async (url, init) => {
        const { data } = JSON.parse(String(init!.body)) as { data: { event_id: string }[] }
        requests.push(data.length)
        if (!data.some(({ event_id: id }) => id === 'e700')) return emulator.fetch(url, init)
        if (typeof problem === 'number') return Response.json({}, { status: problem })
        throw new TypeError('fetch failed')
      }
      const report = await run({ fetch: failing })
      expect(report.data).toMatchObject({ accepted: 1499, failed: 1 })
      expect(report.findings).toMatchObject([
        { level: 'error', line: 701, message: expect.stringContaining('The event e700 ') },
      ])
      expect(new Set(idsOf(emulator)).size).toBe(1499)
      expect(idsOf(emulator)).toHaveLength(1499)
      expect(waits.length).toBeLessThan(4)
      // It is the last one of the run, alone, and one that is too large costs no request in the next run.
      expect(requests.at(-1)).toBe(1)
      expect(requests.length).toBeLessThan(60)
      requests = []
      await writeFile(file, `${lines.join('\n')}\n${event('new')}`)
      expect((await run({ fetch: failing })).data).toMatchObject({ accepted: 1500, failed: 1 })
      expect(requests[0]).toBe(1)
      expect(requests.length).toBeLessThanOrEqual(problem === 413 ? 1 : 4)
    },
  )

  it('stops if the file changes while it is being sent', async () => {
    const lines = Array.from({ length: 1001 }, (_, index) => event(`e${index}`))
    const { emulator, run, file } = await setUp(lines.join('\n'))
    const changing: typeof fetch = async (...request) => {
      await utimes(file, 1, 1)
      return emulator.fetch(...request)
    }
    const { message } = await catchError(run({ fetch: changing }))
    expect(message).toContain('events.jsonl was changed while it was being read.')
    expect(emulator.events()).toHaveLength(1000)
  })

  it('says that the upstream is not Meta', async () => {
    const { notices, run } = await setUp(event('a'))
    await run({ env: { ...ENV, META_GRAPH_URL: 'http://127.0.0.1:3000/x' } })
    expect(notices).toMatchObject([
      {
        level: 'info',
        message:
          'META_GRAPH_URL is set, so http://127.0.0.1:3000 receives the events instead of Meta.',
      },
    ])
  })

  it.each([
    ['', 'events.jsonl has no events. Write one per line.'],
    ['\n \n', 'events.jsonl has no events. Write one per line.'],
  ])('rejects a file without events: %j', async (content, message) => {
    const { run } = await setUp(content)
    expect((await catchError(run())).message).toBe(message)
  })

  it('rejects notes of another program, and keeps it', async () => {
    const { emulator, run, file } = await setUp(event('a'))
    const notes = join(file, '../sent-events.sqlite')
    await writeFile(notes, 'a'.repeat(5000))
    const { message } = await catchError(run())
    expect(message).toContain('was not written by this version of send, or is corrupt.')
    expect(await readFile(notes, 'utf8')).toBe('a'.repeat(5000))
    expect(idsOf(emulator)).toEqual([])
  })

  it('sends nothing if its notes cannot be written', async () => {
    const { emulator, run, file } = await setUp(event('a'))
    await mkdir(join(file, '../sent-events.sqlite'))
    expect((await catchError(run())).message).toContain(
      'sent-events.sqlite cannot be written (SQLITE_14). It notes what was sent:',
    )
    expect(idsOf(emulator)).toEqual([])
  })

  it('sends the events of one of several schools', async () => {
    const { emulator, run } = await setUp(event('a'))
    const env = {
      META_SCHOOLS: 'polaris,vega',
      META_PIXEL_ID__POLARIS: '1',
      META_ACCESS_TOKEN__POLARIS: 'x',
      META_ALLOWED_ORIGINS__POLARIS: 'https://polaris.example',
      META_PIXEL_ID__VEGA: ENV.META_PIXEL_ID,
      META_ACCESS_TOKEN__VEGA: ENV.META_ACCESS_TOKEN,
      META_ALLOWED_ORIGINS__VEGA: 'https://vega.example',
    }
    await expect(run({ env })).rejects.toThrow(
      'META_SCHOOLS lists several schools. Write --school with one of polaris, vega.',
    )
    await expect(run({ env, school: 'vegas' })).rejects.toThrow('Write --school with "vega".')
    await run({ env, school: 'vega' })
    expect(idsOf(emulator)).toEqual(['a'])
    await expect(run({ school: 'vega' })).rejects.toThrow('Remove --school.')
  })
})

describe('runDry()', () => {
  it('names what Meta would decline and drop, by the same rules, without values', async () => {
    const { dryRun } = await setUp(MIXED)
    const report = await dryRun()
    expect(report.findings.map(({ code, line, level }) => [code, line, level])).toEqual(
      MIXED_FINDINGS,
    )
    expect(report.findings[3]!.fix).toBe(
      'A Purchase must have a numeric custom_data.value and a custom_data.currency.',
    )
    expect(report.summary.split('\n')).toEqual([
      'Dry run: nothing was sent. Meta would accept 2 of 7 events, in 1 request.',
      '  2 × Contract, system_generated',
      'Left out: 5 of 7 lines.',
      '  3 × invalid',
      '  1 × malformed',
      '  1 × too old',
    ])
    expect(JSON.stringify(report)).not.toMatch(/secret|@example/)
  })

  it('needs no configuration, and says what a run needs', async () => {
    const { dryRun } = await setUp(event('a'))
    const { findings } = await dryRun({})
    expect(findings).toMatchObject([
      { level: 'warning', message: expect.stringContaining('META_PIXEL_ID is missing.') },
    ])
  })

  it('mentions an earlier run', async () => {
    const { dryRun, run } = await setUp(event('a'))
    await run()
    expect((await dryRun()).findings.map(({ code }) => code)).toEqual(['earlier-run'])
  })

  it('warns once of refunds, and adds them to the control total', async () => {
    const amounts = ['0.1', 0.2, 1e-7, -0.3, 1234567.8]
    const lines = amounts.map((value, index) =>
      event(`e${index}`, { event_name: 'Purchase', custom_data: { value, currency: 'eur' } }),
    )
    const { findings, summary, data } = await (await setUp(lines.join('\n'))).dryRun()
    expect(findings.map(({ code, line }) => [code, line])).toEqual([['refund', 4]])
    expect(summary).toMatch(/^ {2}Purchase EUR: 1,234,567\.80 in 5 events$/m)
    expect(data).toMatchObject({ totals: { 'Purchase EUR': { count: 5 } } })
  })

  it('warns of phones without a country code', async () => {
    const phones = ['8 (916) 100-01-07', '89161000108', '+7 916 100 01 09', 'a'.repeat(64)]
    // These are dropped, so they are not hashed as typed.
    const unusable = ['no phone', '4.81235E+10', ['none', '+7 916 100 01 10']]
    const lines = [...phones, ...unusable].map((ph, index) =>
      event(`e-${index}`, { user_data: { ph, external_id: '1' } }),
    )
    const { dryRun } = await setUp(lines.join('\n'))
    const { findings } = await dryRun()
    expect(findings.filter(({ message }) => message.includes('user_data.ph'))).toMatchObject([
      {
        code: 'field-warning',
        level: 'warning',
        message: expect.stringContaining('set META_NATIONAL_PHONE'),
        fix: 'Events with this warning: 2.',
      },
      { code: 'field-dropped', fix: 'It is not sent. Events with it: 3.' },
    ])
    // META_NATIONAL_PHONE says how to dial them.
    const dialed = await dryRun({ ...ENV, META_NATIONAL_PHONE: '7:8' })
    expect(dialed.findings.map(({ message }) => message)).toEqual(['user_data.ph is malformed.'])
  })
})

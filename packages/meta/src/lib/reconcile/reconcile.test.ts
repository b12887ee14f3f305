import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { logOutcome, type Outcome } from '@conversion-capi/core'
import { createFolder } from '@conversion-capi/test-support/vitest'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { send } from '../send/send.fixture.ts'
import { type Class, reconcile } from './reconcile.ts'
import { renderText } from './render.ts'

const NOW = Date.parse('2026-11-29T23:00:00Z')
const CONFIG = { pixelId: '1234567890', accessToken: 'emulator-access-token' }
const HEADER = 'event_name,event_id,event_time,action_source,user_data.em'

/** What the two hosts log about orders: the number of the host, the kind, and the reason. And their class. */
const FATES: [fate: string, expected: Class][] = [
  ['0 accepted', 'sent'],
  ['1 accepted', 'sent'],
  ['1 kept, 1 accepted', 'sent'],
  ['0 rejected Invalid event_id, 0 accepted', 'sent'],
  ['0 accepted, 1 accepted', 'sent_twice'],
  ['0 kept', 'kept'],
  ['0 rejected Origin not allowed, 0 kept', 'kept'],
  ['1 rejected Origin not allowed', 'declined'],
  ['0 upstream_error', 'declined'],
  ['0 bot', 'declined'],
  ['0 kept, 0 given_up too_old', 'given_up'],
  ['1 opted_out', 'opted_out'],
  // Without consent, the page sends nothing.
  ['', 'unknown'],
  ['0 upstream_unreachable', 'unknown'],
]

function createOutcome(kind: Outcome['kind'], eventId: string, fields: object = {}): Outcome {
  const details = { durationMs: 1, attempts: 1, dropped: [], warnings: [], pixelId: CONFIG.pixelId }
  const response = kind === 'upstream_error' && { status: 200, upstreamStatus: 400 }
  return { kind, eventName: 'Purchase', eventId, ...details, ...response, ...fields } as Outcome
}

it('puts each order of a month into the class of what happened to it', async () => {
  const folder = await createFolder()
  const logs: string[][] = [[], []]
  const hosts = [
    logOutcome({ everyEvent: true, write: (line) => logs[0]!.push(`11:00:00 INFO ${line}`) }),
    logOutcome({
      everyEvent: true,
      write: (message) => logs[1]!.push(JSON.stringify({ source: 'lambda', message })),
    }),
  ]
  const truth: Record<string, Partial<Record<Class, number>>> = {}
  const rows: string[] = []
  const imported: string[] = []
  const sendable: string[] = []
  let seed = 1
  for (let order = 0; order < 2000; order += 1) {
    seed = (seed * 48_271) % 2_147_483_647
    const isImported = order % 40 === 0
    const time = NOW / 1000 - (isImported ? order * 100 : seed % (28 * 86_400))
    const hasId = order % 50 !== 1
    const [fate, expected] = isImported ? ['', 'sent' as const] : FATES[seed % FATES.length]!
    const id = `order-${order}`
    for (const [, host, kind, reason] of fate.matchAll(/(\d) (\w+) ?([^,]*)/g)) {
      hosts[Number(host)]!(createOutcome(kind as Outcome['kind'], id, reason ? { reason } : {}))
    }
    const source = order % 3 === 0 ? 'website' : 'system_generated'
    const row = `Purchase,${hasId ? id : ''},${time},${source},${id}@example.com`
    rows.push(row)
    if (isImported) imported.push(row)
    const maxDays = source === 'website' ? 47 / 24 : 7
    const isRecent = time >= NOW / 1000 - maxDays * 86_400
    if (hasId && isRecent && expected === 'declined' && fate !== '0 bot') sendable.push(id)
    note(time, hasId ? expected : 'unknown')
    // The order without its ID was sent under an ID that the list lacks.
    if (!hasId && ['sent', 'sent_twice'].includes(expected)) note(undefined, 'not_in_list')
  }
  // Events of other names and other pixels are no orders.
  hosts[0]!(createOutcome('accepted', 'view-1', { eventName: 'PageView' }))
  hosts[0]!(createOutcome('accepted', 'order-of-another', { pixelId: '99' }))
  const paths = [join(folder, 'vps.log'), join(folder, 'drain.jsonl')]
  await Promise.all(paths.map((path, index) => writeFile(path, logs[index]!.join('\n'))))
  const list = join(folder, 'list.csv')
  await writeFile(list, [HEADER, ...rows].join('\n'))
  const recent = join(folder, 'recent.csv')
  const value = ',custom_data.value,custom_data.currency'
  await writeFile(recent, [HEADER + value, ...imported.map((row) => `${row},1,EUR`)].join('\n'))
  const now = (): number => NOW
  expect((await send({ file: recent, now })).data).toMatchObject({ accepted: 50, failed: 0 })

  const unsent = join(folder, 'unsent.jsonl')
  // A log that is given twice is not counted twice.
  const options = { file: list, config: CONFIG, logs: [...paths, paths[0]!], now }
  const result = await reconcile({ ...options, unsent })
  expect(result.weeks).toEqual(truth)
  expect(result.rows).toBe(2000)
  await expect(reconcile({ ...options, logs: ['none.log'] })).rejects.toThrow('(ENOENT)')
  const ids = (await readFile(unsent, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).event_id)
  expect(ids).toEqual(sendable)
  expect(result.written).toBe(sendable.length)
  const rendered = renderText(result, [])
  expect(rendered).toContain('2026-11-23')
  expect(rendered).toContain('Origin not allowed')
  expect(rendered).not.toMatch(/order-\d|@example/)

  function note(time: number | undefined, name: Class): void {
    const week = time === undefined ? '–' : weekOf(new Date(time * 1000))
    const counts = (truth[week] ??= {})
    counts[name] = (counts[name] ?? 0) + 1
  }
})

it('counts the rows and sums the amounts that were sent by program', async () => {
  const folder = await createFolder()
  const log = join(folder, 'host.log')
  const lines: string[] = []
  const write = logOutcome({ everyEvent: true, write: (line) => lines.push(line) })
  for (const id of ['1', '2', '4']) write(createOutcome('accepted', id))
  await writeFile(log, lines.join('\n'))
  const list = join(folder, 'list.csv')
  const header = 'event_name,event_id,event_time,custom_data.content_ids,custom_data.value'
  const rows = [
    '1,T,physics,0.1',
    '2,T,physics,0.2',
    '3,T,physics,240',
    '4,T,__proto__,5',
    '5,T,,6',
  ]
  await writeFile(
    list,
    [
      `${header},custom_data.currency`,
      ...rows.map((row) => `Purchase,${row.replace('T', `${NOW / 1000}`)},EUR`),
    ].join('\n'),
  )
  const result = await reconcile({ file: list, config: CONFIG, logs: [log] })
  expect(renderText(result, [])).toContain(
    ['By program:', '  __proto__: 1 of 1 sent, 5 EUR', '  physics: 2 of 3 sent, 0.3 EUR'].join(
      '\n',
    ),
  )
})

it('counts every row and every line of a log once, whatever they contain', async () => {
  const folder = await createFolder()
  const [log, unsent] = ['host.log', 'unsent.jsonl'].map((name) => join(folder, name)) as [
    string,
    string,
  ]
  const fields = ['outcome', 'event_name', 'event_id', 'kept', 'keep_error', 'source']
  const keys = [...fields.map((name) => `conversion.${name}`), 'meta.status_code', 'error.type']
  // An object whose conversion to a string fails.
  const hostile = fc.constant({ toString: 1, valueOf: 1 })
  const value = fc.oneof(hostile, fc.jsonValue(), fc.constantFrom('a', 'kept', 'upstream_error'))
  const defaults = { 'conversion.pixel_id': CONFIG.pixelId, 'conversion.outcome': '' }
  const text = fc
    .uint8Array({ maxLength: 40 })
    .map((bytes) => bytes.filter((byte) => !'\n{'.includes(String.fromCharCode(byte))))
  const line = fc
    .tuple(text, fc.option(fc.dictionary(fc.constantFrom(...keys), value)))
    .map(([bytes, fields]) => {
      const record: Record<string, unknown> = { ...defaults, ...fields }
      const json = fields ? JSON.stringify(record) : ''
      const kind = fields && record['conversion.outcome']
      const isOutcome = typeof kind === 'string' && kind !== ''
      return { isOutcome, bytes: Buffer.concat([bytes, Buffer.from(`${json}\n`)]) }
    })
  const time = fc.oneof(
    fc.double(),
    fc.constantFrom(Number.MAX_VALUE, 1.8e12, 1.8e15, 4812345, '9'.repeat(15)),
  )
  const row = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .record(
        {
          event_name: value,
          event_id: value,
          event_time: fc.oneof(time, value),
          custom_data: fc.oneof(value, fc.record({ content_ids: value, value, currency: value })),
          action_source: value,
        },
        { requiredKeys: ['event_time'] },
      )
      .map((event) => JSON.stringify(event)),
    fc.tuple(fc.string(), time).map(([id, each]) => `a,"${id}",${each},email`),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('list.jsonl', 'list.csv'),
      fc.array(row, { minLength: 1 }),
      fc.array(line),
      async (name, rows, logged) => {
        const texts = rows.map((each) => String(Buffer.from(each)).replaceAll(/[\n\r\uFEFF]/g, ' '))
        const file = join(folder, name)
        await writeFile(file, [...(name.endsWith('csv') ? [HEADER] : []), ...texts].join('\n'))
        await writeFile(log, Buffer.concat(logged.map(({ bytes }) => bytes)))
        const result = await reconcile({ file, config: CONFIG, logs: [log] })
        expect(result.rows).toBe(texts.filter((each) => each.trim() !== '').length)
        const weeks = Object.values(result.weeks).flatMap((counts) => Object.entries(counts))
        const sum = (all: [string, number][]): number =>
          all.reduce((total, [key, count]) => (key === 'not_in_list' ? total : total + count), 0)
        expect([sum(Object.entries(result.counts)), sum(weeks)]).toEqual([result.rows, result.rows])
        const skipped = logged.filter(({ isOutcome }) => !isOutcome).length
        expect([result.lines, result.skipped]).toEqual([logged.length, skipped])
        renderText(result, [])
      },
    ),
  )
  await symlink(join(folder, 'missing'), unsent)
  const options = { file: log, config: CONFIG, logs: [log], unsent }
  await expect(reconcile(options)).rejects.toThrow('(EEXIST)')
  // Not an event file: nothing is left behind.
  await expect(reconcile({ ...options, unsent: `${unsent}.new` })).rejects.toThrow('.jsonl or .csv')
  expect(await readdir(folder)).toEqual(['host.log', 'list.csv', 'list.jsonl', 'unsent.jsonl'])
})

function weekOf(date: Date): string {
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

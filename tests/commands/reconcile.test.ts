import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createEmulator } from '@conversion-capi/emulator'
import { serveFetch } from '@conversion-capi/test-support'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { beforeEach, expect, it, onTestFinished } from 'vitest'

import { openQueueFile } from '../../adapters/node/src/lib/queue/queue.fixture.ts'
import { runCommand } from './lib/run-command.ts'

const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'token' }
const EVENT = { event_name: 'Purchase', action_source: 'website', event_source_url: '' } as const

let folder: string
beforeEach(async () => {
  folder = await createFolder()
})

it('reconcile compares a list with a log and a queue, and writes a file for send', async () => {
  const [list, log, queue, unsent] = ['list.csv', 'a.log', 'q.sqlite', 'u.jsonl'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  const time = Math.floor(Date.now() / 1000) - 3600
  const rows = ['a', 'b', 'c', ''].map((id) => `Purchase,${id},${time}`)
  await writeFile(list, ['event_name,event_id,event_time', ...rows].join('\n'))
  const records = [
    { 'conversion.outcome': 'accepted', 'conversion.event_id': 'a' },
    {
      'conversion.outcome': 'upstream_error',
      'error.type': '100',
      'conversion.event_id': 'b',
      'http.response.status_code': 200,
      'meta.status_code': 400,
    },
  ].map((each) => ({
    'conversion.pixel_id': ENV.META_PIXEL_ID,
    'conversion.event_name': 'Purchase',
    ...each,
  }))
  await writeFile(log, records.map((each) => JSON.stringify(each)).join('\n'))
  const file = openQueueFile(queue)
  await file.add(
    { ...EVENT, event_id: 'c', event_time: time, user_data: {} },
    { pixelId: ENV.META_PIXEL_ID, school: undefined },
    Date.now(),
  )
  file.close()
  const flags = [`--logs=${log}`, `--queue=${queue}`, `--unsent=${unsent}`]
  const { code, stdout } = await runCommand(['reconcile', list, ...flags, '--json'], ENV)
  expect(JSON.parse(stdout)).toMatchObject({
    rows: 4,
    counts: { sent: 1, declined: 1, kept: 1, unknown: 1 },
    reasons: { 'declined: 100': 1 },
    written: 1,
  })
  expect(code).toBe(0)
  expect(JSON.parse(await readFile(unsent, 'utf8'))).toMatchObject({ event_id: 'b' })
  const again = await runCommand(['reconcile', list, ...flags], ENV)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('(EEXIST)')])
})

it('reconcile --meta compares the rows of each day with what Meta counted, and names what it may not read', async () => {
  // Reports end with the last whole second.
  const now = Date.now() - 2000
  const emulator = createEmulator({ pixelId: ENV.META_PIXEL_ID, now: () => now })
  let forbidden = 'dataset_quality'
  const { url, close } = await serveFetch((request) =>
    request.url.includes(forbidden)
      ? Response.json({ error: { code: 200, message: 'Forbidden' } }, { status: 403 })
      : emulator.fetch(request),
  )
  onTestFinished(close)
  const env = { ...ENV, META_ACCESS_TOKEN: 'emulator-access-token', META_GRAPH_URL: url }
  const [list, events] = [join(folder, 'list.csv'), join(folder, 'events.csv')]
  const time = Math.floor(now / 1000)
  const header = 'event_name,event_id,event_time,action_source,user_data.em'
  const rowOf = (id: string): string => `Contract,${id},${time},email,${id}a@school.example`
  await writeFile(events, [header, ...['a', 'b', 'c'].map(rowOf)].join('\n'))
  expect((await runCommand(['send', events], env)).code).toBe(0)
  const old = `Contract,e,${time - 20 * 86_400},email,e@school.example`
  await writeFile(list, [header, rowOf('a'), rowOf(''), old].join('\n'))
  const { stdout, code } = await runCommand(['reconcile', list, '--meta'], env)
  expect(code).toBe(0)
  const day = new Date(time * 1000).toISOString().slice(0, 10)
  expect(stdout).toContain(
    `By day in UTC, beside what Meta counted:\n  ${day} Contract: 2 in the list; Meta has 0 from browsers and 3 from the server.\n  Not known: 1 row of other days. Meta returns the counts of seven days.\n`,
  )
  forbidden = 'stats?'
  const denied = await runCommand(['reconcile', list, '--meta'], env)
  expect([denied.code, denied.stdout]).toEqual([1, expect.not.stringContaining('By day')])
  expect(denied.stdout + denied.stderr).toContain('the number of events from browsers (code 200)')
  const wrong = await runCommand(['reconcile', list, '--meta'], { ...env, META_ACCESS_TOKEN: 'no' })
  expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('3 rows')])
  expect(wrong.stdout + wrong.stderr).toContain('Meta rejects the access token')
})

it.each([
  [[], 2, 'reconcile needs a list.'],
  [['list.csv', '--logs=/none.log'], 1, 'The file /none.log cannot be read (ENOENT).'],
  [['list.csv', '--queue=/none.sqlite'], 1, '/none.sqlite'],
])('rejects %j in one sentence', async (args, code, message) => {
  await writeFile(join(folder, 'list.csv'), 'event_name,event_id,event_time\nLead,a,1')
  const paths = args.map((each) => each.replace('list.csv', join(folder, 'list.csv')))
  const run = await runCommand(['reconcile', ...paths], ENV)
  expect([run.code, run.stdout, run.stderr]).toEqual([code, '', expect.stringContaining(message)])
})

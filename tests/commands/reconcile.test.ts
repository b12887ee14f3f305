import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '@conversion-capi/test-support/vitest'
import { beforeEach, expect, it } from 'vitest'

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

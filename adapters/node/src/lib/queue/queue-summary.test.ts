import { readFileSync, writeFileSync } from 'node:fs'

import { expect, it, onTestFinished } from 'vitest'

import { openQueueFile, type QueueFile, type WaitingEvent, withExisting } from './queue-file.ts'
import { keptEvent, queuePath, SCHOOL } from './queue.fixture.ts'
import { emptyQueue, listQueue, moveQueue, readQueue, retargetQueue } from './queue-summary.ts'

const NOW = Date.UTC(2026, 10, 20)

/** Fills a queue. An open file is closed after the test. */
async function fill(isOpen = true) {
  const path = queuePath()
  const file = openQueueFile(path)
  file.lead()
  const polaris = { pixelId: '78', school: 'polaris' }
  await file.add(keptEvent('e-1'), SCHOOL, NOW)
  await file.add(keptEvent('e-2'), SCHOOL, NOW + 1000)
  await file.add(keptEvent('e-3'), polaris, NOW + 2000)
  await file.explain(keptEvent('e-3'), polaris, 'code 190')
  if (isOpen) onTestFinished(() => file.close())
  else file.close()
  return { path, file }
}

function findAll(file: QueueFile): WaitingEvent[] {
  return file.findSchools(NOW * 2).flatMap((school) => file.findDue(school, NOW * 2, 10))
}

it('counts events by school and reason, while a server uses the file', async () => {
  const { path } = await fill()
  expect(readQueue(path)).toEqual({
    groups: [
      { pixelId: '77', reason: 'unknown', count: 2, oldest: NOW, due: NOW + 60_000 },
      {
        pixelId: '78',
        school: 'polaris',
        reason: 'code 190',
        count: 1,
        oldest: NOW + 2000,
        due: NOW + 62_000,
      },
    ],
  })
})

it('lists the events of a pixel, while a server uses the file', async () => {
  const { path } = await fill()
  expect(listQueue(path, '78')).toEqual([{ name: keptEvent('e-3').event_name, id: 'e-3' }])
  expect(listQueue(path, '7')).toEqual([])
})

it('deletes all events, while a server uses the file', async () => {
  const { path, file } = await fill()
  expect(emptyQueue(path)).toBe(3)
  expect(file.count()).toBe(0)
  expect(readFileSync(path, 'latin1')).not.toContain('e-1')
  await file.add(keptEvent('e-4'), SCHOOL, NOW)
  expect(file.count()).toBe(1)
})

it('corrects the pixel of the events of one pixel, while a server uses the file', async () => {
  const { path, file } = await fill()
  const from = SCHOOL.pixelId
  await file.add(keptEvent('\uD800', NOW), { pixelId: '790', school: 'other' }, NOW)
  await file.add(keptEvent('\uD800', NOW), { pixelId: from, school: 'other' }, NOW)
  const before = findAll(file)
  const count = before.filter(({ school }) => school.pixelId === from).length
  expect(retargetQueue(path, from, '790')).toBe(count)
  const after = findAll(file)
  expect(after.filter(({ school }) => school.pixelId === from)).toEqual([])
  expect(after).toHaveLength(before.length - 1)
  // The bytes that each owner has in the file must stay right.
  const owners = withExisting(path, (db) =>
    db.prepare(`SELECT owner, bytes FROM owners WHERE bytes > 0 ORDER BY owner`).all(),
  )
  const sums = new Map<string, number>()
  for (const { school, event } of after) {
    const owner = JSON.stringify([school.pixelId, school.school ?? null])
    sums.set(owner, (sums.get(owner) ?? 0) + Buffer.byteLength(JSON.stringify(event)))
  }
  expect(new Map(owners.map(({ owner, bytes }) => [owner, bytes]))).toEqual(sums)
  expect(after.filter(({ event }) => event!.event_id === '\uD800')).toMatchObject([
    { school: { pixelId: '790', school: 'other' } },
  ])
  await file.explain({ event_name: 'Lead', event_id: '\uD800' }, after.at(-1)!.school, 'code 190')
  expect(readQueue(path).groups.map(({ reason }) => reason)).toContain('code 190')
})

it('moves every event to another queue, and leaves those that it did not store', async () => {
  const { path } = await fill(false)
  const moved: string[] = []
  const keep = async ({ event_id }: { event_id: string }): Promise<void> => {
    if (moved.length === 2) throw new Error('The database is down.')
    moved.push(event_id)
  }
  await expect(moveQueue(path, keep)).rejects.toThrow('The database is down.')
  expect(readQueue(path).groups).toMatchObject([{ count: 1, school: 'polaris' }])
  moved.length = 0
  expect(await moveQueue(path, keep)).toBe(1)
  expect(moved).toEqual(['e-3'])
})

it('does not move the events of a running server', async () => {
  const { path } = await fill()
  await expect(moveQueue(path, () => {})).rejects.toThrow('is open in another process')
})

it.each([
  ['does not exist. Check the path.', queuePath],
  ['is empty: no server', emptyFile],
  ['is corrupt.', corruptPages],
])('says that the file %s', async (problem, prepare) => {
  const path = await prepare()
  const uses = [
    readQueue,
    emptyQueue,
    (file: string) => retargetQueue(file, '1', '2'),
    (file: string) => moveQueue(file, () => {}),
  ]
  for (const use of uses) {
    await expect((async () => use(path))()).rejects.toThrow(`The queue ${path} ${problem}`)
  }
})

async function emptyFile(): Promise<string> {
  const { path } = await fill(false)
  writeFileSync(path, '')
  return path
}

/** Overwrites everything but the first page, which contains the names of the tables. */
async function corruptPages(): Promise<string> {
  const { path } = await fill(false)
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xff, 4096))
  return path
}

import { readFileSync, writeFileSync } from 'node:fs'

import { expect, it, onTestFinished } from 'vitest'

import { keptEvent, openQueueFile, queuePath, SCHOOL } from './queue.fixture.ts'
import { emptyQueue, listQueue, readQueue } from './queue-summary.ts'

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

it.each([
  ['does not exist. Check the path.', queuePath],
  ['is empty: no server', emptyFile],
  ['is corrupt.', corruptPages],
])('says that the file %s', async (problem, prepare) => {
  const path = await prepare()
  for (const use of [readQueue, emptyQueue]) {
    expect(() => use(path)).toThrow(`The queue ${path} ${problem}`)
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

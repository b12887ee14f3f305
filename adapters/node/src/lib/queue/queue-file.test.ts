import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { afterEach, expect, it, onTestFinished, vi } from 'vitest'

import { openQueueFile, type QueueFile } from './queue-file.ts'
import { keptEvent, queuePath, SCHOOL } from './queue.fixture.ts'

const WINDOWS = process.platform === 'win32'

const NOW = Date.UTC(2026, 10, 20)
const MINUTE_MS = 60_000

afterEach(() => void vi.restoreAllMocks())

function open(path: string): QueueFile {
  const file = openQueueFile(path)
  onTestFinished(() => file.close())
  return file
}

it('returns an event a minute after it was kept, with its school', async () => {
  const file = open(queuePath())
  const school = { pixelId: '77', school: 'polaris' }
  const event = keptEvent('e-1', NOW)
  await file.add(event, school, NOW)
  expect(file.findDue(NOW + MINUTE_MS - 1, 10)).toEqual([])
  expect(file.findDue(NOW + MINUTE_MS, 10)).toEqual([{ id: 1, school, event }])
})

it('stores an event that is waiting once, but the same id of another school twice', async () => {
  const file = open(queuePath())
  await file.add(keptEvent('e-1'), SCHOOL, NOW)
  await file.add(keptEvent('e-1'), SCHOOL, NOW)
  await file.add(keptEvent('e-1'), { ...SCHOOL, school: 'polaris' }, NOW)
  expect(file.count()).toBe(2)
})

it.each(['\0', '\uD800', '"\\', '𝄞'])('returns an event with %j unchanged', async (id) => {
  const file = open(queuePath())
  await file.add(keptEvent(id, NOW), SCHOOL, NOW)
  expect(file.findDue(NOW + MINUTE_MS, 1)[0]!.event).toEqual(keptEvent(id, NOW))
})

it('accepts a clock with fractions of a millisecond', async () => {
  const file = open(queuePath())
  await file.add(keptEvent('e-1'), SCHOOL, NOW + 0.25)
  await file.postpone(1, NOW + 0.75)
  expect(file.findDue(NOW + 1.5, 10)).toHaveLength(1)
})

it('returns events that were postponed before the clock was set back', async () => {
  const file = open(queuePath())
  await file.add(keptEvent('e-1'), SCHOOL, NOW)
  expect(file.findDue(NOW - 24 * 60 * MINUTE_MS, 10)).toHaveLength(1)
})

it('writes each transaction to the disk before it ends', () => {
  const path = queuePath()
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  open(path)
  const statements = exec.mock.calls.join('\n')
  expect(statements).toContain('journal_mode = WAL')
  expect(statements).toContain('synchronous = FULL')
})

it('commits events of the same turn together', async () => {
  const path = queuePath()
  const file = open(path)
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  await Promise.all(['a', 'b', 'c'].map((id) => file.add(keptEvent(id), SCHOOL, NOW)))
  expect(exec.mock.calls.flat()).toEqual(['BEGIN IMMEDIATE', 'COMMIT'])
})

// Windows has no such permissions.
it.skipIf(WINDOWS)('is readable by its user only, even if it was readable by others', async () => {
  const path = queuePath()
  mkdirSync(dirname(path))
  writeFileSync(path, '', { mode: 0o644 })
  const file = open(path)
  await file.add(keptEvent('e-1'), SCHOOL, NOW)
  for (const suffix of ['', '-wal', '-shm', '-lock']) {
    expect(`${suffix} ${(statSync(path + suffix).mode & 0o777).toString(8)}`).toBe(`${suffix} 600`)
  }
})

it.each([
  ['a file', (target: string) => openQueueFile(target).close()],
  ['a file that is missing', (target: string) => mkdirSync(dirname(target))],
])('is opened once under all its names, with a link to %s', (_, prepare) => {
  const path = queuePath()
  prepare(path)
  const link = `${path}-link`
  symlinkSync(path, link)
  open(link)
  for (const name of [path, link]) {
    expect(() => openQueueFile(name)).toThrow(`The queue ${name} is open in another process.`)
  }
  for (const file of readdirSync(dirname(path))) {
    expect(file).not.toContain('-link-')
    if (!WINDOWS) expect(statSync(join(dirname(path), file)).mode & 0o777, file).toBe(0o600)
  }
})

it('does not wait for a backup that reads the file, and shrinks after it', async () => {
  const path = queuePath()
  const file = open(path)
  await file.add(keptEvent('e-1'), SCHOOL, NOW)
  const backup = new DatabaseSync(path)
  onTestFinished(() => backup.close())
  backup.exec('BEGIN; SELECT count(*) FROM events')
  await file.remove(1)
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const timeouts: unknown[] = []
  prepared.mockImplementation(function (this: DatabaseSync, sql) {
    prepared.mockRestore()
    timeouts.push(this.prepare('PRAGMA busy_timeout').get())
    return this.prepare(sql)
  })
  expect(file.shrink()).toBe(false)
  expect(timeouts).toEqual([{ timeout: 0 }])
  backup.exec('COMMIT')
  expect(file.shrink()).toBe(true)
  expect(readFileSync(`${path}-wal`)).toHaveLength(0)
})

it('shrinks after events were removed, and contains nothing of them', async () => {
  const path = queuePath()
  const file = open(path)
  const ids = Array.from({ length: 1000 }, (_, index) => `removed-${index}`)
  await Promise.all(ids.map((id) => file.add(keptEvent(id), SCHOOL, NOW)))
  const size = (): number => statSync(path).size + statSync(`${path}-wal`).size
  expect(size()).toBeGreaterThan(300_000)

  await Promise.all(ids.map((_, index) => file.remove(index + 1)))
  file.shrink()
  expect(size()).toBeLessThan(40_000)
  expect(readFileSync(path, 'latin1')).not.toContain('removed-')
  expect(readFileSync(`${path}-wal`)).toHaveLength(0)
})

it('refuses events if the file is full, and accepts them again when events were removed', async () => {
  const file = openQueueFile(queuePath(), 100_000)
  onTestFinished(() => file.close())
  const large = { ...keptEvent('large'), custom_data: { text: 'x'.repeat(60_000) } }
  await file.add(large, SCHOOL, NOW)
  await file.add({ ...large, event_id: 'e-2' }, SCHOOL, NOW)
  await expect(file.add(keptEvent('e-3'), SCHOOL, NOW)).rejects.toMatchObject({
    code: 'QUEUE_FULL',
  })
  await file.postpone(2, NOW, 'code 190')
  await file.remove(1)
  await file.add(keptEvent('e-3'), SCHOOL, NOW)
  expect(file.count()).toBe(2)
})

it('suppresses the warning that node:sqlite is experimental, and no other', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const { getBuiltinModule } = process
  vi.spyOn(process, 'getBuiltinModule').mockImplementation((id) => {
    // As Node 22 does.
    process.emitWarning('SQLite is an experimental feature and might change', 'ExperimentalWarning')
    process.emitWarning('Something else is experimental', 'ExperimentalWarning')
    return getBuiltinModule(id)
  })
  open(queuePath())
  expect(warn.mock.calls).toEqual([['Something else is experimental', 'ExperimentalWarning']])
  expect(process.emitWarning).toBe(warn)
})

it('says which version of Node has node:sqlite', () => {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
  const path = queuePath()
  expect(() => openQueueFile(path)).toThrow(
    `The queue ${path} needs node:sqlite. Run the server with Node 22.13 or later.`,
  )
})

it.each([
  ['is corrupt', (path: string) => writeFileSync(path, 'not a database'.repeat(1000))],
  ['is corrupt', corruptTable],
  ['was written by a newer version', (path: string) => write(path, 'PRAGMA user_version = 2')],
  [
    'is a database of another program',
    (path: string) => write(path, 'PRAGMA application_id = 1; CREATE TABLE notes (text)'),
  ],
  ['cannot be written', (path: string) => mkdirSync(path)],
])('says that a file %s, and leaves it as it is', (problem, prepare) => {
  const path = queuePath()
  mkdirSync(dirname(path))
  prepare(path)
  chmodSync(path, 0o755)
  const before = statSync(path).isFile() ? readFileSync(path) : undefined
  expect(() => openQueueFile(path)).toThrow(`The queue ${path} ${problem}`)
  if (before) expect(readFileSync(path).equals(before)).toBe(true)
  if (!WINDOWS) expect(statSync(path).mode & 0o777).toBe(0o755)
})

function write(path: string, statements: string): void {
  openQueueFile(path).close()
  const db = new DatabaseSync(path)
  db.exec(statements)
  db.close()
}

/** Overwrites the pages after the first. */
function corruptTable(path: string): void {
  openQueueFile(path).close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill('x', 4096))
}

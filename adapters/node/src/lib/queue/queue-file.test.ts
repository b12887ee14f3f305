import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'

import type { SchoolOfEvent } from '@conversion-capi/core'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'

import { type QueueFile, withExisting } from './queue-file.ts'
import { keptEvent, openQueueFile, queuePath, SCHOOL } from './queue.fixture.ts'

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
  expect(file.findSchools(NOW + MINUTE_MS - 1)).toEqual([])
  expect(file.findSchools(NOW + MINUTE_MS)).toEqual([school])
  expect(file.findDue(school, NOW + MINUTE_MS - 1, 10)).toEqual([])
  expect(file.findDue(school, NOW + MINUTE_MS, 10)).toEqual([{ id: 1, school, event }])
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
  expect(file.findDue(SCHOOL, NOW + MINUTE_MS, 1)[0]!.event).toEqual(keptEvent(id, NOW))
})

it('accepts a clock with fractions of a millisecond', async () => {
  const file = open(queuePath())
  await file.add(keptEvent('e-1'), SCHOOL, NOW + 0.25)
  await file.postpone(1, NOW + 0.75)
  expect(file.findDue(SCHOOL, NOW + 1.5, 10)).toHaveLength(1)
})

it('returns events that were postponed before the clock was set back', async () => {
  const file = open(queuePath())
  await file.add(keptEvent('e-1'), SCHOOL, NOW)
  expect(file.findSchools(NOW - 24 * 60 * MINUTE_MS)).toEqual([SCHOOL])
  expect(file.findDue(SCHOOL, NOW - 24 * 60 * MINUTE_MS, 10)).toHaveLength(1)
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
])('has one leader under all its names, with a symbolic link to %s', (_, prepare) => {
  const path = queuePath()
  prepare(path)
  const link = `${path}-link`
  symlinkSync(path, link)
  expect(open(link).lead()).toBe(true)
  for (const name of [path, link]) expect(open(name).lead()).toBe(false)
  for (const file of readdirSync(dirname(path))) {
    expect(file).not.toContain('-link-')
    if (!WINDOWS) expect(statSync(join(dirname(path), file)).mode & 0o777, file).toBe(0o600)
  }
})

it('is not opened with a second name, by a server or a tool', () => {
  const path = queuePath()
  openQueueFile(path).close()
  const name = join(dirname(dirname(path)), 'events.sqlite')
  linkSync(path, name)
  for (const file of [path, name]) {
    const message = `The queue ${file} has a second name, under which another server`
    expect(() => openQueueFile(file)).toThrow(message)
    expect(() => withExisting(file, () => {})).toThrow(message)
  }
  rmSync(name)
  open(path)
})

it('stores the events of several processes, and passes the lead to the next when one ends', async () => {
  const path = queuePath()
  const files = [openQueueFile(path), open(path)] as const
  expect(files.map((file) => file.lead())).toEqual([true, false])
  await Promise.all(files.map((file, index) => file.add(keptEvent(`e-${index}`), SCHOOL, NOW)))
  files[0].close()
  expect(files[1].lead()).toBe(true)
  expect(files[1].findDue(SCHOOL, NOW + MINUTE_MS, 10)).toHaveLength(2)
})

it('stores an event after another process has written, without blocking until then', async () => {
  const path = queuePath()
  const file = open(path)
  const other = new DatabaseSync(path)
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const added = file.add(keptEvent('e-1'), SCHOOL, NOW)
  await setImmediate()
  await setImmediate()
  expect(file.shrink()).toBe(false)
  expect(file.isEmpty()).toBe(true)
  other.exec('COMMIT')
  await added
  expect(file.isEmpty()).toBe(false)
})

it('delivers the events of a file of an earlier version', async () => {
  const path = queuePath()
  const earlier = openQueueFile(path)
  await earlier.add(keptEvent('e-1'), SCHOOL, NOW)
  earlier.close()
  write(path, 'DROP TABLE owners')
  expect(open(path).findSchools(NOW + MINUTE_MS)).toEqual([SCHOOL])
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

it('shrinks after events were removed, by at most 2 MiB at once, and contains nothing of them', async () => {
  const path = queuePath()
  const file = open(path)
  const ids = Array.from({ length: 15_000 }, (_, index) => `removed-${index}`)
  await Promise.all(ids.map((id) => file.add(keptEvent(id), SCHOOL, NOW)))
  await Promise.all(ids.map((_, index) => file.remove(index + 1)))
  const sizes: number[] = []
  for (let isShrunk = false; !isShrunk;) {
    isShrunk = file.shrink()
    sizes.push(statSync(path).size)
  }
  expect(sizes.length).toBeGreaterThan(2)
  const gains = sizes.map((size, index) => (sizes[index - 1] ?? size) - size)
  expect(Math.max(...gains)).toBeLessThanOrEqual(2 * 1024 * 1024)
  expect(sizes.at(-1)).toBeLessThan(40_000)
  expect(readFileSync(path, 'latin1')).not.toContain('removed-')
  expect(readFileSync(`${path}-wal`)).toHaveLength(0)
})

it('rejects events of a school that fills the file, and accepts them again when events were removed', async () => {
  const file = openFull()
  expect(await fill(file, SCHOOL, 100)).toBeGreaterThan(0.9 * MAX_BYTES)
  await file.postpone(2, NOW, 'code 190')
  for (let id = 1; id <= 3; id++) await file.remove(id)
  await file.add(keptEvent('next'), SCHOOL, NOW)
})

it('accepts events of a school until it has an equal share, if other schools fill the file', async () => {
  const file = openFull()
  const sizes: number[] = []
  for (let pixel = 1; pixel <= 20; pixel++) {
    sizes.push(await fill(file, { pixelId: String(pixel), school: undefined }, 100))
  }
  for (const [index, size] of sizes.entries()) {
    const share = MAX_BYTES / (index + 1)
    expect(size, `${index}`).toBeGreaterThan(share - 7000)
    if (index > 0) expect(size, `${index}`).toBeLessThanOrEqual(share)
  }
})

const MAX_BYTES = 400_000

function openFull(): QueueFile {
  const file = openQueueFile(queuePath(), MAX_BYTES)
  onTestFinished(() => file.close())
  return file
}

/** Adds events of 6 KB until one is rejected. Returns their size in bytes. */
async function fill(file: QueueFile, school: SchoolOfEvent, max: number): Promise<number> {
  for (let index = 0; index < max; index++) {
    const event = { ...keptEvent(`e-${index}`), custom_data: { text: 'x'.repeat(6000) } }
    const added = file.add(event, school, NOW).then(
      () => undefined,
      (error: { code?: string }) => error.code,
    )
    const code = await added
    if (code) {
      expect(code).toBe('QUEUE_FULL')
      return index * JSON.stringify(event).length
    }
  }
  throw new Error('The file was never full.')
}

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

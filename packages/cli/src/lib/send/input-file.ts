import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'

import { CommandError, UsageError } from '../output/errors.ts'
import { type Format, type ReadEvent, readEvents } from './read-events.ts'

/** A file with events, which stays open. */
export interface InputFile {
  /** The name without folders, for messages. */
  name: string
  /** Reads the file from its start. */
  read: () => AsyncIterable<ReadEvent>
  /** Reads the file once, and keeps none of its events. Notes the IDs of some lines. */
  scan: (lines: ReadonlySet<number>) => Promise<Scan>
  /** @throws {CommandError} If the file was written since it was opened. */
  checkUnchanged: () => Promise<void>
  close: () => Promise<void>
}

/** What is known about a file before its events are sent. */
export interface Scan {
  sha256: string
  /** The number of events, and of lines that contain none. */
  count: number
  /** The number of the last line with text. */
  lastLine: number
  tooOld: { count: number; firstLine: number }
  /** The event IDs by line, for messages. */
  ids: Map<number, string>
}

const FORMATS: Record<string, Format> = { jsonl: 'jsonl', ndjson: 'jsonl', csv: 'csv' }

/**
 * Opens a file with events.
 *
 * @param path The file.
 * @param now Returns the current time in milliseconds since the epoch.
 * @throws {UsageError} If its name does not end with a known format.
 * @throws {CommandError} If it cannot be opened.
 */
export async function openInput(path: string, now: () => number): Promise<InputFile> {
  const name = basename(path)
  const format = FORMATS[name.split('.').at(-1)!.toLowerCase()]
  if (format === undefined) {
    throw new UsageError(`The name of ${name} must end with .jsonl or .csv. Rename the file.`)
  }
  const handle = await openFile(path)
  const { mtimeMs, size } = await handle.stat()

  return {
    name,
    read: () => readEvents(readBytes(), format, now),
    async scan(lines) {
      const hash = createHash('sha256')
      const tooOld = { count: 0, firstLine: 0 }
      const scan: Scan = { sha256: '', count: 0, lastLine: 0, tooOld, ids: new Map() }
      for await (const { line, id, failure } of readEvents(readBytes(hash), format, now)) {
        scan.count += 1
        scan.lastLine = line
        if (lines.has(line)) scan.ids.set(line, id)
        if (failure?.code !== 'event-too-old') continue
        tooOld.count += 1
        tooOld.firstLine ||= line
      }
      if (scan.count === 0) throw new CommandError(`${name} has no events. Write one per line.`)
      return { ...scan, sha256: hash.digest('hex') }
    },
    async checkUnchanged() {
      const stats = await handle.stat()
      if (stats.mtimeMs === mtimeMs && stats.size === size) return
      throw new CommandError(
        `${name} was changed while it was being read. Restore it, and run the same command again.`,
      )
    },
    close: () => handle.close(),
  }

  async function* readBytes(hash?: { update: (bytes: Uint8Array) => unknown }) {
    const stream = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 262_144 })
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      hash?.update(chunk)
      yield chunk
    }
  }
}

async function openFile(path: string): Promise<FileHandle> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    if ((await handle.stat()).isFile()) return handle
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') {
      throw new CommandError(`The file ${path} does not exist. Pass the file with your events.`)
    }
    throw new CommandError(`The file ${path} cannot be read (${code}). Change its permissions.`)
  }
  await handle.close()
  throw new CommandError(`${path} is not a file. Pass the file with your events.`)
}

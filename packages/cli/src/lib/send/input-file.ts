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
  /** Reads the file once, and keeps none of its events. */
  scan: () => Promise<Scan>
  /** @throws {CommandError} If the file was written since it was opened. */
  checkUnchanged: () => Promise<void>
  close: () => Promise<void>
}

/** What is known about a file before its events are sent. */
export interface Scan {
  /** The number of events, and of lines that contain none. */
  count: number
  /** The number of the last line with text. */
  lastLine: number
  tooOld: { count: number; firstLine: number }
}

const FORMATS: Record<string, Format> = { jsonl: 'jsonl', ndjson: 'jsonl', csv: 'csv' }

/**
 * Opens a file with events.
 *
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
    async scan() {
      const scan: Scan = { count: 0, lastLine: 0, tooOld: { count: 0, firstLine: 0 } }
      for await (const { line, failure } of readEvents(readBytes(), format, now)) {
        scan.count += 1
        scan.lastLine = line
        if (failure?.code !== 'event-too-old') continue
        scan.tooOld.count += 1
        scan.tooOld.firstLine ||= line
      }
      if (scan.count === 0) throw new CommandError(`${name} has no events. Write one per line.`)
      return scan
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

  function readBytes(): AsyncIterable<Uint8Array> {
    return handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 262_144 })
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

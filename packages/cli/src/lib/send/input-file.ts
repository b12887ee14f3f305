import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'

import { CommandError, UsageError } from '../output/errors.ts'
import type { Mapping } from './mapping.ts'
import { type Format, readEvents } from './read-events.ts'
import { readLines } from './read-lines.ts'

/** A file with events, which stays open. */
export type InputFile = Awaited<ReturnType<typeof openInput>>

/** What is known about a file before its events are sent. */
export interface Scan {
  /** The number of events, and of lines that contain none. */
  count: number
  /** The number of the last line with text. */
  lastLine: number
  tooOld: { count: number; firstLine: number }
}

const FORMATS: Record<string, Format> = { jsonl: 'jsonl', ndjson: 'jsonl', csv: 'csv' }

export async function openInput(path: string, now: () => number, mapping: Mapping = {}) {
  const name = basename(path)
  const format = FORMATS[name.split('.').at(-1)!.toLowerCase()]
  if (/\.(xlsx?|xlsm|ods)$/i.test(name)) {
    throw new UsageError(
      `${name} is a spreadsheet. Save it as CSV: in Excel with File > Save As > CSV UTF-8, in Google Sheets with File > Download > Comma-separated values, in LibreOffice with File > Save As > Text CSV and the character set UTF-8.`,
    )
  }
  if (format === undefined) {
    throw new UsageError(`The name of ${name} must end with .jsonl or .csv. Rename the file.`)
  }
  if (format === 'jsonl' && mapping.only) {
    throw new CommandError(
      `"only" of the mapping selects lines of a CSV file. ${name} would be read as a whole: pass another file to --mapping.`,
    )
  }
  const handle = await openFile(path)
  const { mtimeMs, size } = await handle.stat()
  const encoding = (await findMark(handle)) ?? mapping.encoding
  const formats: Mapping = encoding === undefined ? mapping : { ...mapping, encoding }
  let leftOut: string[] = []
  const read = () =>
    readEvents(readBytes(), format, now, formats, (sentences) => (leftOut = sentences))

  return {
    /** The name without folders, for messages. */
    name,
    /** Reads its lines from the start. */
    readLines: () => readLines(readBytes(), encoding),
    /** Reads its events from the start. */
    read,
    /** Returns sentences about the lines that the mapping left out when the file was last read. */
    describeLeftOut: () => leftOut,
    /** Reads the file once, and keeps none of its events. */
    async scan(): Promise<Scan> {
      const scan: Scan = { count: 0, lastLine: 0, tooOld: { count: 0, firstLine: 0 } }
      for await (const { line, failure } of read()) {
        scan.count += 1
        scan.lastLine = line
        if (failure?.code !== 'event-too-old') continue
        scan.tooOld.count += 1
        scan.tooOld.firstLine ||= line
      }
      if (scan.count === 0) throw new CommandError(`${name} has no events. Write one per line.`)
      return scan
    },
    /** Throws if the file was written since it was opened. */
    async checkUnchanged(): Promise<void> {
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

/** Returns the encoding that a byte order mark names. UTF-8 is the default. */
async function findMark(handle: FileHandle): Promise<string | undefined> {
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  return { fffe: 'utf-16le', feff: 'utf-16be', efbb: 'utf-8' }[buffer.toString('hex')]
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

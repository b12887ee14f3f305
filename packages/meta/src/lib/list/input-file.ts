import { isAscii } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'

import { CommandError, UsageError } from '../terminal/errors.ts'
import { formatCount, sumOf } from '../terminal/format-count.ts'
import type { Mapping } from './mapping.ts'
import { type Format, type LeftOut, readEvents } from './read-events.ts'
import { readLines } from './read-lines.ts'

export type InputFile = Awaited<ReturnType<typeof openInput>>

export type Scan = Awaited<ReturnType<InputFile['scan']>>

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
  if (format === 'jsonl' && Object.keys(mapping.only ?? {}).length > 0) {
    throw new CommandError(
      `"only" of the mapping selects lines of a CSV file. ${name} would be read as a whole: pass another file to --mapping.`,
    )
  }
  const handle = await openFile(path)
  const { mtimeMs, size } = await handle.stat()
  const mark = await findMark(handle)
  const stated = new TextDecoder(mapping.encoding).encoding
  // Text in another encoding is practically never valid UTF-8. Mojibake would be hashed.
  const isMistaken = mark === undefined && stated !== 'utf-8' && (await isUtf8(path))
  const encoding = mark ?? (isMistaken ? 'utf-8' : mapping.encoding)
  const formats: Mapping = encoding === undefined ? mapping : { ...mapping, encoding }
  let leftOut: LeftOut = { counts: new Map(), notes: [] }
  const read = () => readEvents(readBytes(), format, now, formats, (lines) => (leftOut = lines))

  return {
    name,
    readLines: () => readLines(readBytes(), encoding),
    read,
    getLeftOut: () => leftOut,
    describeLeftOut: () => [
      ...(leftOut.counts.size > 0
        ? [`Lines that "only" of the mapping leaves out: ${formatCount(sumOf(leftOut.counts))}.`]
        : []),
      ...leftOut.notes,
    ],
    /** `lastLine` is the number of the last line with text. */
    async scan() {
      const scan = { count: 0, lastLine: 0, tooOld: { count: 0, firstLine: 0 } }
      for await (const { line, code } of read()) {
        scan.count += 1
        scan.lastLine = line
        if (code !== 'event-too-old') continue
        scan.tooOld.count += 1
        scan.tooOld.firstLine ||= line
      }
      if (scan.count === 0) throw new CommandError(`${name} has no events. Write one per line.`)
      return scan
    },
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

async function findMark(handle: FileHandle): Promise<string | undefined> {
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  return { fffe: 'utf-16le', feff: 'utf-16be', efbb: 'utf-8' }[buffer.toString('hex')]
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let hasLetters = false
  try {
    for await (const chunk of createReadStream(path)) {
      decoder.decode(chunk, { stream: true })
      hasLetters ||= !isAscii(chunk)
    }
    decoder.decode()
    return hasLetters
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
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

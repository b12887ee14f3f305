import { open, writeFile } from 'node:fs/promises'

import { CommandError } from '../output/errors.ts'
import { REPORT_MARK } from './render-html.ts'

/**
 * Makes sure that no other file is replaced: the file is missing, or an earlier report.
 *
 * @param path The file.
 * @throws {CommandError} If the file is another one, or cannot be read.
 */
export async function checkReportFile(path: string): Promise<void> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
      if (buffer.toString('utf8', 0, bytesRead).includes(REPORT_MARK)) return
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new CommandError(
      `The file ${path} cannot be read (${code}). Pass another file to --html.`,
    )
  }
  throw new CommandError(
    `The file ${path} exists and is not a report. Pass another file to --html.`,
  )
}

/**
 * Writes the report.
 *
 * @param path The file.
 * @param html The page.
 * @throws {CommandError} If the file cannot be written.
 */
export async function writeReportFile(path: string, html: string): Promise<void> {
  try {
    await writeFile(path, html)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      `The file ${path} cannot be written (${code}). Pass a file in a folder that exists to --html.`,
    )
  }
}

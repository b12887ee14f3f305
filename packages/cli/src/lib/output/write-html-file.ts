import { open, writeFile } from 'node:fs/promises'

import { CommandError } from './errors.ts'
import { htmlMark } from './html-page.ts'

/** Makes sure that no other file is replaced: the file is missing, or an earlier page of the command. */
export async function checkHtmlFile(path: string, command: string): Promise<void> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
      if (buffer.toString('utf8', 0, bytesRead).includes(htmlMark(command))) return
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
    `The file ${path} exists and is not a page of ${command}. Pass another file to --html.`,
  )
}

/** Writes the page. */
export async function writeHtmlFile(path: string, html: string): Promise<void> {
  try {
    await writeFile(path, html)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      `The file ${path} cannot be written (${code}). Pass a file in a folder that exists to --html.`,
    )
  }
}

import { existsSync, lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { finding } from '../check/check-rules.ts'
import { CommandError } from '../output/errors.ts'
import { decodePage } from '../site/decode-page.ts'
import { findElements } from '../site/elements.ts'
import { fileOf, type ReadFile, readFiles } from '../site/read-files.ts'
import type { EncodedPage } from './edits/edit-encoded-page.ts'
import { type ScannedPage, scanPage } from './scan-page.ts'

/** A handwritten page, and what it states. */
export interface SourcePage extends EncodedPage {
  /** The path in the project. */
  file: string
  elements: Element[]
  scanned: ScannedPage
}

/**
 * Reads the pages of a project.
 *
 * @param root The folder of the project. It need not exist.
 * @param folder The folder of the pages.
 * @returns The pages. None if the folder is missing or has none.
 * @throws {CommandError} If a page cannot be read, or the pages are in the root.
 */
export async function readPages(root: string, folder: string): Promise<SourcePage[]> {
  const path = join(root, folder)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder && existsSync(path)) {
    throw new CommandError(`${folder} is not a folder. Choose another with --pages.`)
  }
  const found = isFolder ? await readFiles(root, folder) : []
  const pages = found.filter(({ contentType }) => contentType.startsWith('text/html'))
  if (pages.length > 0) return parsePages(folder, pages)
  if (existsSync(join(root, 'index.html'))) {
    throw new CommandError(
      `The pages are in the project's root, and the whole folder would be published. Move them to ${folder}/.`,
    )
  }
  const home = `${folder}/index.html`
  if (lstatSync(join(root, home), { throwIfNoEntry: false })) {
    throw new CommandError(
      `${home} is a link or a folder. Replace it with a file. Nothing was written.`,
    )
  }
  return []
}

/**
 * Parses pages.
 *
 * @param folder The folder of the pages.
 * @param files The files.
 * @throws {CommandError} Lists every page that cannot be read.
 */
export function parsePages(folder: string, files: Pick<ReadFile, 'path' | 'body'>[]): SourcePage[] {
  const findings: Finding[] = []
  const pages = files.flatMap(({ path, body }): SourcePage[] => {
    const file = fileOf(folder, path)
    const name = file.slice(folder.length + 1)
    const { encoding, html, finding: unreadable } = decodePage(body)
    try {
      if (html !== undefined) {
        const elements = findElements(fromHtml(html))
        const scanned = scanPage(path, name, elements)
        return [{ file, bytes: body, encoding, html, elements, scanned }]
      }
      findings.push({ ...unreadable!, level: 'error', file })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // The parser is recursive.
      findings.push(finding('page-too-deep', { file }, {}))
    }
    return []
  })
  if (findings.length > 0) {
    throw new CommandError('Some pages cannot be read. Nothing was written.', findings)
  }
  return pages
}

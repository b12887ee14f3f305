import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import { CommandError } from '@conversion-capi/meta/terminal'

import { finding } from '../check/check-rules.ts'
import type { AppSource } from '../app/read-app.ts'
import { createSiteReader } from '../http/site-reader.ts'
import { decodePage, decodePublishedPage, MAX_PAGE_BYTES } from '../site/decode-page.ts'
import { type Page, parsePage } from '../site/page.ts'
import { fileOf, homePath, type ReadFile, readFiles, textOf } from '../site/read-files.ts'
import { type FoundAnswer, toAnswer } from './answers.ts'
import type { EncodedPage } from './edits/edit-encoded-page.ts'
import { findPixelService } from './find-consent.ts'
import { type ScannedPage, scanPage } from './scan-page.ts'

export interface SourcePage extends EncodedPage {
  page: Page
  scanned: ScannedPage
}

export interface ReadPages {
  pages: SourcePage[]
  /** What is wrong with their encoding, and which cannot be read. These stay as they are. */
  findings: Finding[]
  /** What shows in a script of the folder that a consent platform loads the pixel. */
  service?: FoundAnswer
  /** The code of the folder's script files. */
  scripts?: string[]
  /** The sources, if a framework or another program builds the pages. */
  app?: AppSource[]
  /** What the sources state about the school, as a page. */
  shell?: SourcePage[]
}

export async function readPages(root: string, folder: string): Promise<ReadPages> {
  const path = join(root, folder)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder && existsSync(path)) {
    throw new CommandError(`${folder} is not a folder. Choose another with --pages.`)
  }
  const all = isFolder ? await readFiles(root, folder) : []
  // Nothing is written through a link.
  const isOwn = ({ name }: ReadFile) =>
    realpathSync(join(path, name)) === join(realpathSync(path), name)
  const found = all.filter(isOwn)
  const pages = found.filter(({ contentType }) => contentType.startsWith('text/html'))
  if (pages.length > 0) return { ...parsePages(folder, pages), ...readScripts(folder, found) }
  refusePagesInRoot(root, folder)
  const home = `${folder}/index.html`
  if (lstatSync(join(root, home), { throwIfNoEntry: false })) {
    throw new CommandError(
      `${home} is a link or a folder. Replace it with a file. Nothing was written.`,
    )
  }
  return { pages: [], findings: [] }
}

export function refusePagesInRoot(root: string, folder: string): void {
  if (!existsSync(join(root, 'index.html'))) return
  throw new CommandError(
    `The pages are in the project's root, and the whole folder would be published. Move them to ${folder}/.`,
  )
}

function readScripts(folder: string, files: ReadFile[]): Pick<ReadPages, 'service' | 'scripts'> {
  const scripts: string[] = []
  let service: FoundAnswer | undefined
  for (const file of files) {
    if (!file.contentType.startsWith('text/javascript')) continue
    const code = textOf(file)
    scripts.push(code)
    const found = service ? undefined : findPixelService(code)
    if (found) service = toAnswer(found, `${folder}/${file.name}`)
  }
  return { scripts, ...(service && { service }) }
}

export function parsePages(
  folder: string,
  files: (Pick<ReadFile, 'path' | 'body'> & { name?: string })[],
): ReadPages {
  const findings: Finding[] = []
  const paths = new Set(files.map(({ path }) => path))
  const pages = files.flatMap(({ path, body, name }): SourcePage[] => {
    const file = name === undefined ? fileOf(folder, path) : posix.join(folder, name)
    const { encoding, html, finding: fault } = decodePage(body)
    const page = parsePage(file, homePath(path, paths), html ?? '', { text: true })
    const found = page.isTooDeep ? finding('page-too-deep', {}, {}) : fault
    if (found) findings.push({ ...found, level: 'warning', file })
    if (html !== undefined && !page.isTooDeep) {
      return [{ bytes: body, encoding, html, page, scanned: scanPage(page, html) }]
    }
    return []
  })
  return { pages, findings }
}

export interface PublishedPage extends SourcePage {
  url: string
}

/**
 * Reads a published page with one request, after one for `robots.txt`. Follows redirects only to the same site: another
 * scheme, or the hostname with or without `www`.
 *
 * @throws {CommandError} If `robots.txt` disallows it, or the response is not a page.
 */
export async function readPublishedPage(address: string): Promise<PublishedPage> {
  const named = new URL(address)
  const client = { fetch: globalThis.fetch, timeoutMs: 10_000 }
  const response = await createSiteReader(client, named).read(named, MAX_PAGE_BYTES)
  const { url } = response
  if (response.reason !== undefined) throw unreadable(url, response.reason)
  const text = decodePublishedPage(response)
  if (text.reason !== undefined) throw unreadable(url, text.reason)
  const page = parsePage(url, '/', text.html, { text: true })
  if (page.isTooDeep) throw unreadable(url, 'its elements are nested too deep')
  return { ...text, url, bytes: response.bytes, page, scanned: scanPage(page, text.html) }
}

function unreadable(url: string, reason: string): CommandError {
  return new CommandError(
    `${url} cannot be read: ${reason}. Correct the URL, or run init without reading the page and answer its questions. Nothing was written.`,
  )
}

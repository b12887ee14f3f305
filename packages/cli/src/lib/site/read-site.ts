import type { Finding } from '@conversion-capi/content'

import type { Project } from '../project/load-project.ts'
import { type Page, parsePage, type ParsePageOptions } from './page.ts'
import { isFragment } from './page-roles.ts'
import { publishAsUtf8, type SiteFile } from './decode-page.ts'
import { fileOf, type KnownFiles, type ReadFile, readFiles, textOf } from './read-files.ts'

export interface SourceFile extends SiteFile {
  /** The page, if the file is one. It is parsed when it is first read. */
  readonly page?: Page
}

/** The files of a site as they were last read. Those that have not changed are neither read nor parsed again. */
export interface SiteCache {
  files: KnownFiles
  sources: WeakMap<ReadFile, { origin: string | undefined; source: SourceFile }>
}

export function createSiteCache(): SiteCache {
  return { files: new Map(), sources: new WeakMap() }
}

/** Each page is parsed once, when it is needed. */
export async function readSite(
  { root, site }: { root: string; site: Pick<Project['site'], 'pages'> },
  {
    cache,
    unpublished = [],
    ...options
  }: ParsePageOptions & { cache?: SiteCache; unpublished?: Finding[] } = {},
): Promise<SourceFile[]> {
  const origin = options.markdownOrigin
  const files = await readFiles(root, site.pages, unpublished, cache?.files)
  return files.map((file) => {
    const known = cache?.sources.get(file)
    if (known && known.origin === origin) return known.source
    const source = toSource(site.pages, publishAsUtf8(file), options)
    cache?.sources.set(file, { origin, source })
    return source
  })
}

export function toSource(
  folder: string,
  file: SiteFile,
  options: ParsePageOptions = {},
): SourceFile {
  // What such a page contains is unknown.
  const isReadable = file.finding?.code !== 'page-encoding'
  const html = file.contentType.startsWith('text/html') && isReadable ? textOf(file) : ''
  // The files with which search engines verify the owner of a site have no elements.
  if (!/<\w/.test(html) || isFragment(file.path, html)) return file
  let page: Page | undefined
  return {
    ...file,
    get page() {
      if (page) return page
      page = parsePage(fileOf(folder, file.path), file.path, textOf(file), options)
      // The bytes are kept. A few findings need the text again.
      Object.defineProperty(page.document.file, 'body', { get: () => textOf(file) })
      return page
    },
  }
}

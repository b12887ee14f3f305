import type { Project } from '../project/load-project.ts'
import { type Page, parsePage, type ParsePageOptions } from './page.ts'
import { isFragment } from './page-roles.ts'
import { publishAsUtf8, type SiteFile } from './publish-as-utf-8.ts'
import { fileOf, readFiles, textOf } from './read-files.ts'

/** A file of a site's pages folder. */
export interface SourceFile extends SiteFile {
  /** The page, if the file is one. */
  page?: Page
}

/**
 * Reads the pages folder of a project, and parses each page once.
 *
 * @param project The project.
 * @param options What to read besides what the checks need.
 * @throws {CommandError} If the folder is missing.
 */
export async function readSite(
  { root, site }: { root: string; site: Pick<Project['site'], 'pages'> },
  options: ParsePageOptions = {},
): Promise<SourceFile[]> {
  return parseFiles(site.pages, (await readFiles(root, site.pages)).map(publishAsUtf8), options)
}

/** Parses the pages among the files of a folder. */
export function parseFiles(
  folder: string,
  files: SiteFile[],
  options: ParsePageOptions = {},
): SourceFile[] {
  return files.map((file) => {
    const html = file.contentType.startsWith('text/html') ? textOf(file) : ''
    // The files with which search engines verify the owner of a site have no elements.
    if (!/<\w/.test(html) || isFragment(file.path, html)) return file
    return { ...file, page: parsePage(fileOf(folder, file.path), file.path, html, options) }
  })
}

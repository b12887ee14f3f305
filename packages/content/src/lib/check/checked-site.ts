import { absoluteUrl, canonicalUrl, endpointUrl, pagePaths } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
import type { readCheckOptions } from './check-options.ts'
import type { CheckedFile } from './parse/checked-file.ts'

export type CheckedSite = ReturnType<typeof createCheckedSite>

export function createCheckedSite(
  school: School,
  files: CheckedFile[],
  options: ReturnType<typeof readCheckOptions>,
) {
  const paths = [
    ...(options.files ?? ['/']).flatMap((path) => [path, pagePath(path)]),
    `/${school.tracker}.js`,
    // A missing file is reported once, not again for every link to it.
    ...Object.values(PATHS),
    ...files.map(({ path }) => path),
    ...pagePaths(school.pages),
  ]
  const urls = new Set(paths.map((path) => absoluteUrl(school, path)))
  for (const url of [endpointUrl(school), school.logo, ...(school.sameAs ?? [])]) {
    if (url) urls.add(url)
  }
  const pages = new Map(files.map((file) => [absoluteUrl(school, file.path), file]))
  return {
    school,
    files,
    today: options.today,
    idsOf,
    hasUrl: (url: string) => urls.has(url) || hasPage(url),
  }

  /** Returns the element IDs of a page, or `undefined` if no HTML file has the URL. */
  function idsOf({ origin, pathname }: URL): Set<string> | undefined {
    const url = URL.canParse(origin + pathname) ? canonicalUrl(origin + pathname) : ''
    const page = pages.get(url) ?? pages.get(pagePath(url))
    return page?.kind === 'html' ? page.document.ids : undefined
  }

  /** Ignores the fragment, and a query that no listed page has. The `index.html` of a folder is the folder's page. */
  function hasPage(url: string): boolean {
    const [page] = (URL.canParse(url) ? canonicalUrl(url) : url).split('#')
    const [path] = page!.split('?')
    return [page!, path!, pagePath(path!)].some((each) => urls.has(each))
  }
}

export function pagePath(path: string): string {
  return path.replace(/\/index\.html?$/, '/')
}

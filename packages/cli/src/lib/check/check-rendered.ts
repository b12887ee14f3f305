import { checkResources, type Finding, type Resource } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'

import { unique } from '../output/command-result.ts'
import type { Project } from '../project/load-project.ts'
import { fileOf, textOf } from '../site/read-files.ts'
import { allFiles, isReplaceable, type RenderedSite } from '../site/render-site.ts'
import { checkPublished } from './check-pages.ts'
import { finding } from './check-rules.ts'

export interface CheckRenderedOptions {
  /** The current day, such as `2026-09-01`. Pages must not have changed later. @default not checked */
  today?: string
  /** The token in the environment, which no file may contain. @default not checked, except by its format */
  accessToken?: string | undefined
}

/**
 * Checks the files of a site.
 *
 * @returns The findings, each once: with an error, the files must not be published. They name the files on disk.
 */
export async function checkRendered(
  project: Project,
  rendered: RenderedSite,
  options: CheckRenderedOptions = {},
): Promise<Finding[]> {
  // A site builder serves the pages.
  if (project.site.builder) return []
  // Two pages can load the same script, and a page can be too deep for several checks.
  return unique([
    ...(await checkPublished(project, rendered.sources, options.accessToken)),
    ...checkFiles(project, rendered, options.today),
  ])
}

function checkFiles(
  { school, site }: Project,
  rendered: RenderedSite,
  today: string | undefined,
): Finding[] {
  const { sources } = rendered
  const texts = sources
    .filter(({ finding: encoding }) => encoding?.code !== 'page-encoding')
    .filter(
      ({ path, contentType }) => /^text\/(?:html|css)/.test(contentType) || isReplaceable(path),
    )
  const checked = [
    ...texts.map(
      ({ page, ...file }) => page?.document ?? ({ ...file, body: textOf(file) } as Resource),
    ),
    ...rendered.resources,
  ]
  const findings = checkResources(checked, school, {
    files: allFiles(rendered).map(({ path }) => path),
    ...(today !== undefined && { today }),
  })
  const written = new Set(sources.map(({ path }) => path))
  const replaced = [rendered.tracker, ...rendered.resources].filter(({ path }) => written.has(path))
  return [
    // A handwritten file would be replaced without notice.
    ...replaced.map(({ path }) => finding('file-generated', { file: path }, {})),
    ...findSameNames(allFiles(rendered)).map(([path, other]) =>
      finding('file-case', { file: path }, { other: fileOf('', other) }),
    ),
    ...sources.flatMap(({ path, finding: each }) => (each ? [{ ...each, file: path }] : [])),
    ...findings,
  ].map((each) =>
    written.has(each.file!) ? { ...each, file: fileOf(site.pages, each.file!) } : each,
  )
}

/** Returns pairs of files that file systems without upper and lower case do not tell apart, handwritten ones first. */
function findSameNames(files: ServedResource[]): [path: string, other: string][] {
  const names = new Map<string, string>()
  return files.flatMap(({ path }) => {
    const name = fileOf('', path).normalize('NFC').toLowerCase()
    const first = names.get(name)
    if (first === undefined) names.set(name, path)
    return first === undefined ? [] : [[first, path] as [string, string]]
  })
}

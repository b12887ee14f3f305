import {
  checkResources,
  type Finding,
  renderHead,
  renderResources,
  type Resource,
  type School,
} from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import { buildTracker, type TrackerOptions } from '@conversion-capi/tracker'

import { checkPublished } from '../check/check-published.ts'
import { finding } from '../check/check-rules.ts'
import type { Project } from '../project/load-project.ts'
import { unique } from '../output/command-result.ts'
import { extendHead } from './extend-head.ts'
import { renderHandoverPage } from './handover/render-handover-page.ts'
import { listTwins } from './markdown-twin.ts'
import { markdownPath, type MarkdownTwin, markdownTwin } from './markdown-twin.ts'
import { publishAsUtf8, type SiteFile } from './publish-as-utf-8.ts'
import { fileOf, readFiles, textOf } from './read-files.ts'
import { trackerOptions } from './tracker-options.ts'

/** Every file of a site, and what is wrong with them. */
export interface RenderedSite {
  /** The handwritten files. The pages that the description lists have a longer head. */
  pages: SiteFile[]
  /** The Markdown versions of the handwritten pages. */
  twins: MarkdownTwin[]
  tracker: Resource
  /**
   * The files that `renderResources` returns, except those that the school has written itself. If a site builder serves
   * the pages, only the page that hands over the line.
   */
  resources: Resource[]
  /**
   * What is wrong with the files: with an error, they must not be published. The files have their names on disk.
   */
  findings: Finding[]
}

/** Options of {@link renderSite}. */
export interface RenderSiteOptions {
  /** The current day, such as `2026-09-01`. Pages must not have changed later. @default not checked */
  today?: string
  /** The token in the environment, which no file may contain. @default not checked, except by its format */
  accessToken?: string | undefined
  /** Options of the tracker, except its name. They override the endpoint of the school. @default none */
  tracker?: Omit<TrackerOptions, 'name'>
}

/**
 * Renders and checks every file of a site: handwritten pages, their Markdown versions, tracker, and the generated
 * files.
 *
 * @param project The project.
 * @param options Further options.
 * @throws {CommandError} If the pages folder is missing.
 */
export async function renderSite(
  project: Project,
  options: RenderSiteOptions = {},
): Promise<RenderedSite> {
  const { root, school, site } = project
  if (site.builder) {
    const { builder } = site
    const resources = builder.page === false ? [] : [renderHandoverPage(project, builder)]
    const tracker = renderTracker(project, [], options)
    return { pages: [], twins: [], tracker, resources, findings: [] }
  }
  const files = (await readFiles(root, site.pages)).map(publishAsUtf8)
  const listed = new Set(
    school.pages.flatMap(({ path, variants }) => [path, ...Object.values(variants ?? {})]),
  )
  const own = new Set(files.map(({ path }) => path))
  const twins: MarkdownTwin[] = []
  const pages = files.map((file) => {
    if (!listed.has(file.path) || !isHtml(file.contentType)) return file
    const markdown = markdownPath(file.path)
    try {
      const html = textOf(file)
      const body = extendHead(html, renderHead(school, file.path, { markdown }))
      if (!own.has(markdown)) twins.push(markdownTwin(file.path, html, school))
      return { ...file, body: new TextEncoder().encode(body) }
    } catch (error) {
      // The parser is recursive.
      if (!(error instanceof RangeError)) throw error
      return { ...file, finding: finding('page-too-deep', { file: file.path }, {}) }
    }
  })
  const rendered = {
    pages,
    twins,
    tracker: renderTracker(project, files, options),
    resources: renderResources(school)
      .filter(({ path }) => !(isReplaceable(path) && own.has(path)))
      .map((each) => listTwins(each, twins, school)),
  }
  // Two pages can load the same script, and a page can be too deep for several checks.
  const findings = unique([
    ...(await checkPublished(project, files, options.accessToken)),
    ...check(rendered, school, site.pages, options.today),
  ])
  return { ...rendered, findings }
}

function renderTracker(
  project: Project,
  files: SiteFile[],
  { tracker }: RenderSiteOptions,
): Resource {
  return {
    path: `/${project.school.tracker}.js`,
    contentType: 'text/javascript; charset=utf-8',
    body: buildTracker({ ...trackerOptions(project, files), ...tracker }),
  }
}

/** The generated files that a file of the same path in the pages folder replaces. */
const REPLACEABLE = new Set(['/404.html', '/robots.txt', '/sitemap.xml', '/llms.txt'])

/** Returns whether a school may write the file of a path itself. */
export function isReplaceable(path: string): boolean {
  return REPLACEABLE.has(path)
}

/** Returns all files in the order in which they are served. If two have the same path, the generated one. */
export function allFiles({
  pages,
  twins,
  tracker,
  resources,
}: Omit<RenderedSite, 'findings'>): ServedResource[] {
  const files = [...pages, ...twins, tracker, ...resources]
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

function check(
  site: Omit<RenderedSite, 'findings'>,
  school: School,
  folder: string,
  today: string | undefined,
): Finding[] {
  const texts = site.pages.filter(
    ({ path, contentType }) => /^text\/(?:html|css)/.test(contentType) || isReplaceable(path),
  )
  const checked = [
    ...texts.map((file): Resource => ({ ...file, body: textOf(file) })),
    ...site.twins,
    ...site.resources,
  ]
  const findings = checkResources(checked, school, {
    files: allFiles(site).map(({ path }) => path),
    ...(today !== undefined && { today }),
  })
  const written = new Set(site.pages.map(({ path }) => path))
  const replaced = [site.tracker, ...site.resources].filter(({ path }) => written.has(path))
  return [
    // A handwritten file would be replaced without notice.
    ...replaced.map(({ path }) => finding('file-generated', { file: path }, {})),
    ...findSameNames(allFiles(site)).map(([path, other]) =>
      finding('file-case', { file: path }, { other: fileOf('', other) }),
    ),
    ...site.pages.flatMap(({ path, finding: each }) => (each ? [{ ...each, file: path }] : [])),
    ...findings,
  ].map((each) => (written.has(each.file!) ? { ...each, file: fileOf(folder, each.file!) } : each))
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

function isHtml(contentType: string): boolean {
  return contentType.startsWith('text/html')
}

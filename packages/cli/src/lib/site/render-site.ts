import {
  type Finding,
  omitPages,
  renderHead,
  renderResources,
  type Resource,
  type School,
} from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import { isJsonObject } from '@conversion-capi/core/protocol'
import { tryCall } from '@conversion-capi/meta/terminal'
import { buildTracker, type TrackerOptions } from '@conversion-capi/tracker'
import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { type HeaderRule, isNoIndex } from '../hosts/header-rules.ts'
import { readHeaderRules } from '../hosts/read-header-rules.ts'
import type { Project } from '../project/load-project.ts'
import { renderHandoverPage } from './render-handover-page.ts'
import { listTwins, markdownPath, type MarkdownTwin, markdownTwin } from './markdown-twin.ts'
import type { SiteFile } from './decode-page.ts'
import type { Page } from './page.ts'
import { findApplication, isHidden } from './page-roles.ts'
import { homePath, oncePerFile, pagePath, textOf } from './read-files.ts'
import { readSite, type SiteCache, type SourceFile } from './read-site.ts'
import { trackerOptions } from './tracker-options.ts'

/** Every file of a site. */
export interface RenderedSite {
  /** The handwritten files. The pages that the description lists have a longer head. */
  pages: SiteFile[]
  /** The Markdown versions of the handwritten pages. */
  twins: MarkdownTwin[]
  tracker: Resource
  /** The home page of a single-page application, for all URLs without a file. */
  fallback: SiteFile[]
  /**
   * The files that `renderResources` returns, except those that the school has written itself. If a site builder serves
   * the pages, only the page that hands over the line. If a framework builds them, all except the error page.
   */
  resources: Resource[]
  /** The files of the pages folder as they are read, for the checks. */
  sources: SourceFile[]
  /** The files of a server in the pages folder, which are not published. */
  unpublished: Finding[]
}

/** Options of {@link renderSite}. */
export interface RenderSiteOptions {
  /** Options of the tracker, except its name. They override the endpoint of the school. @default none */
  tracker?: Omit<TrackerOptions, 'name'>
  /** Pages that were parsed before. @default none */
  cache?: SiteCache
}

/**
 * Renders every file of a site: handwritten pages, their Markdown versions, tracker, and the generated files. It does
 * not check them. What needs a parsed page is rendered when it is first read.
 *
 * @throws {CommandError} If the pages folder is missing.
 */
export async function renderSite(
  project: Project,
  options: RenderSiteOptions = {},
): Promise<RenderedSite> {
  const { school, site } = project
  if (site.builder || site.framework) {
    const resources = site.builder
      ? [renderHandoverPage(project, site.builder)]
      : // The framework has an error page.
        renderResources(school).filter(({ path }) => path !== '/404.html')
    const tracker = renderTracker(project, [], options)
    return { pages: [], twins: [], tracker, fallback: [], resources, sources: [], unpublished: [] }
  }
  const { cache } = options
  const unpublished: Finding[] = []
  const sources = await readSite(project, {
    unpublished,
    markdownOrigin: school.url,
    ...(cache && { cache }),
  })
  const rules = await readHeaderRules(project)
  const described = omitHidden(
    school,
    sources,
    rules.flatMap((each) => each.rules ?? []),
  )
  const listed = new Set(
    described.pages.flatMap(({ path, variants }) => [path, ...Object.values(variants ?? {})]),
  )
  const own = new Set(sources.map(({ path }) => path))
  const resources = renderOnce(school, described, own).filter(
    ({ path }) => !(isReplaceable(path) && own.has(path)),
  )
  const hasLlmsTxt = own.has('/llms.txt') || resources.some(({ path }) => path === '/llms.txt')
  const twins: MarkdownTwin[] = []
  const files = [...sources, ...findHomes(sources, own)]
  const isApplication = files.some(
    (file) => file.path === '/' && 'page' in file && findApplication(file.page!),
  )
  const pages = files.map((file) => {
    if (!listed.has(file.path) || !('page' in file)) return file
    const twin = markdownPath(file.path)
    // `dev` parses a page when it is requested.
    const isLost = (): boolean => !own.has(twin) && file.page!.markdown === ''
    if (!own.has(twin) && (cache || !isLost())) twins.push(markdownTwin(file, school, hasLlmsTxt))
    return extendPage(file, () =>
      renderHead(school, file.path, { llmsTxt: hasLlmsTxt, ...(!isLost() && { markdown: twin }) }),
    )
  })
  pages.push(...findCopies(pages, findLinks(files, school.url)))
  return {
    pages,
    twins,
    tracker: renderTracker(project, sources, options),
    fallback: pages.flatMap((file) =>
      isApplication && file.path === '/' ? [copyPage(file, FALLBACK)] : [],
    ),
    resources: resources.map((each) => listTwins(each, twins, described)),
    sources,
    unpublished,
  }
}

const FALLBACK = '/*'

const lastResources = new WeakMap<School, { key: string; resources: Resource[] }>()

/** When `dev` renders a site again, mostly one page has changed. */
function renderOnce(school: School, described: School, own: ReadonlySet<string>): Resource[] {
  const key = JSON.stringify([described.pages, [...own]])
  const last = lastResources.get(school)
  if (last?.key === key) return last.resources
  const resources = renderResources(described, { files: own })
  lastResources.set(school, { key, resources })
  return resources
}

/** Hides the pages that name another page as canonical, and those that a header keeps search engines from. */
function omitHidden(school: School, sources: SourceFile[], rules: HeaderRule[]): School {
  const isForbidden = (path: string): boolean =>
    rules.some(
      ({ matches, headers }) => matches(path) && isNoIndex(headers.get('x-robots-tag') ?? ''),
    )
  // Parses only the pages that can be hidden.
  const pages = sources.flatMap((file) => {
    if (!('page' in file)) return []
    return mayHide(file, school.url) || isForbidden(file.path) ? file.page! : []
  })
  const paths = new Set(sources.map(({ path }) => pagePath(path)))
  // The site can have another origin than its description says.
  const home = pages.find(({ path }) => pagePath(path) === '/')
  const origins = new Set([school.url, home && findCanonical(home, school)?.origin])
  for (const page of pages) {
    const { origin, pathname } = findCanonical(page, school) ?? {}
    const target = pagePath(pathname ?? page.path)
    const isOther = target !== pagePath(page.path) && paths.has(target)
    const isElsewhere = origin !== undefined && (!origins.has(origin) || isOther)
    const { file } = page.document
    if (file.kind === 'html' && (isElsewhere || isForbidden(page.path)))
      file.document.isHidden = true
  }
  const hidden = new Set(pages.filter(isHidden).map(({ path }) => path))
  return omitPages(school, (path) => hidden.has(path))
}

function findCanonical({ path, document: { file } }: Page, school: School): URL | undefined {
  const href = file.kind === 'html' ? file.document.canonical?.href : undefined
  return href !== undefined && URL.canParse(href, school.url + path)
    ? new URL(href, school.url + path)
    : undefined
}

const MAY_HIDE = /\b(?:robots|googlebot)\b|\brefresh\b|\blocation\b/i
const CANONICAL = /<link\b[^>]*\bcanonical\b[^>]*>/i

const mayHide = oncePerFile((text, { path }, origin) => {
  const own = `"${origin}${path}"`
  const [tag = own] = CANONICAL.exec(text) ?? []
  return !tag.includes(own) || MAY_HIDE.test(text)
})

/** Hosts serve only an index.html at the URL of its folder. Links can lead to the index.htm. */
function findHomes(sources: SourceFile[], own: ReadonlySet<string>): SourceFile[] {
  return sources.flatMap((file) => {
    const path = homePath(file.path, own)
    if (path === file.path || !('page' in file)) return []
    const { contentType } = file
    return [
      {
        path,
        contentType,
        body: file.body,
        get page() {
          return file.page!
        },
      },
    ]
  })
}

function findCopies(pages: SiteFile[], linked: ReadonlySet<string>): SiteFile[] {
  const paths = new Set(pages.map(({ path }) => path))
  return pages.flatMap((page) => {
    const path = page.path.replace(/\.html$|(?<=[^/])\/$/, '')
    if (!linked.has(path) || paths.has(path)) return []
    const copy = copyPage(page, path)
    paths.add(path)
    // A relative link in the page of a folder needs the slash.
    return [
      page.path.endsWith('/') ? Object.assign(copy, { headers: { Location: page.path } }) : copy,
    ]
  })
}

function findLinks(files: SourceFile[], origin: string): Set<string> {
  return new Set(
    files.flatMap((file) => {
      const isRead = 'page' in file || file.contentType.startsWith('text/javascript')
      return isRead ? linksOf(file, origin) : []
    }),
  )
}

const linksOf = oncePerFile((text, { path, contentType }, origin) => {
  const paths = new Set<string>()
  for (const [, link, string] of text.matchAll(LINK)) {
    const href = link ?? string!
    // What a path in a script is relative to is unknown.
    if (contentType.startsWith('text/javascript') && !/^(?:\/|https?:)/i.test(href)) continue
    const url = new URL(href, origin + path)
    if (url.origin === origin) paths.add(url.pathname)
  }
  return [...paths]
})

/** The link in an attribute, or a string that is an absolute path, such as the target of a script. */
const LINK =
  /\b(?:href|action|location|data-[\w-]+)\s*=\s*["']?((?:https?:\/\/[a-z][\w.-]*)?(?:[\w.~-]*\/)*[\w~-]+)(?=["'#?\s>])|["'`]((?:https?:\/\/[a-z][\w.-]*)?\/(?:[\w.~-]+\/)*[\w~-]+)(?=["'`#?])/gi

function copyPage(page: SiteFile, path: string): SiteFile {
  return {
    path,
    contentType: page.contentType,
    copyOf: page.path,
    get body() {
      return page.body
    },
  }
}

function extendPage(file: SourceFile, renderElements: () => string): SiteFile {
  const { path, contentType, finding } = file
  let body: SiteFile['body'] | undefined
  return {
    path,
    contentType,
    ...(finding && { finding }),
    get body() {
      return (body ??= file.page!.isTooDeep
        ? file.body
        : new TextEncoder().encode(extendHead(textOf(file), file.page!, renderElements())))
    },
  }
}

const SINGLE: ((element: Element) => boolean)[] = [
  ({ tagName, properties }) => tagName === 'link' && hasToken(properties['rel'], 'canonical'),
  ({ tagName, properties }) => tagName === 'link' && hasToken(properties['rel'], 'describedby'),
  ({ tagName, properties }) => tagName === 'link' && properties['type'] === 'text/markdown',
  ({ tagName, properties }) => tagName === 'link' && properties['hrefLang'] !== undefined,
]

/**
 * Adds elements to the end of a page's `<head>`, except those the page already has. Adds no lines, so that line
 * numbers in findings match the handwritten file.
 */
export function extendHead(
  html: string,
  page: { elements: Element[]; headEnd: number },
  elements: string,
): string {
  const own = new Set(page.elements.flatMap(typesOf))
  const missing = fromHtml(elements, { fragment: true }).children.filter(
    (node): node is Element =>
      node.type === 'element' &&
      !SINGLE.some((matches) => matches(node) && page.elements.some((each) => matches(each))) &&
      !typesOf(node).some((type) => own.has(type)),
  )
  const added = missing.map(({ position }) =>
    elements.slice(position!.start.offset, position!.end.offset),
  )
  return html.slice(0, page.headEnd) + added.join('') + html.slice(page.headEnd)
}

function typesOf({ tagName, properties, children: [text] }: Element): string[] {
  if (tagName !== 'script' || properties['type'] !== 'application/ld+json') return []
  const json = text?.type === 'text' ? text.value : ''
  return tryCall(() => describedTypes(JSON.parse(json))) ?? []
}

/** Returns the types of what JSON-LD describes, not of what it only names, such as the author of a review. */
function describedTypes(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(describedTypes)
  if (!isJsonObject(value)) return []
  const types = [value['@type']].flat().filter((type) => DESCRIBED.test(String(type)))
  return [...types.map(String), ...LISTS.flatMap((name) => describedTypes(value[name]))]
}

const DESCRIBED = /^(?:Course|\w*Organization|School|Person)$/
/** What lists the entities of a page. */
const LISTS = [
  '@graph',
  'mainEntity',
  'itemListElement',
  'item',
  'hasCourse',
  'makesOffer',
  'itemOffered',
]

function hasToken(value: unknown, token: string): boolean {
  return Array.isArray(value) && value.some((each) => String(each).toLowerCase() === token)
}

function renderTracker(
  project: Project,
  files: SiteFile[],
  { tracker }: RenderSiteOptions,
): Resource {
  const { school, site } = project
  // In development, events go to the emulator.
  const live = tracker?.debug ? {} : { siteUrl: site.builder?.url ?? school.url }
  return {
    path: `/${school.tracker}.js`,
    contentType: 'text/javascript; charset=utf-8',
    body: buildTracker({ ...live, ...trackerOptions(project, files), ...tracker }),
  }
}

/** The generated files that a file of the same path in the pages folder replaces. */
const REPLACEABLE = new Set(['/404.html', '/robots.txt', '/sitemap.xml', '/llms.txt'])

export function isReplaceable(path: string): boolean {
  return REPLACEABLE.has(path)
}

/** Returns all files in the order in which they are served. If two have the same path, the generated one. */
export function allFiles(site: Omit<RenderedSite, 'sources' | 'fallback'>): ServedResource[] {
  const files = [...site.pages, ...site.twins, site.tracker, ...site.resources]
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

import type { School } from '../school/school-schema.ts'
import { findMarkdown } from '../serve/negotiation.ts'
import { homepageLinks, responseHeaders } from '../serve/response-headers.ts'
import type { ServedResource } from '../serve/served-resource.ts'

/** A configuration file that makes a host serve the site with the headers of `serveResources`. */
export interface HostFile {
  /**
   * The folder that `path` is relative to: `publish` is the published folder, `project` the root of the project.
   * Merge a `project` file into the file of that name that the project already has.
   */
  root: 'publish' | 'project'
  /** Path of the file, without a leading slash: `_headers`, `.vercel/output/config.json`. */
  path: string
  /** Content of the file. */
  body: string
}

export interface HostRule {
  path: string
  headers: Record<string, string>
  markdown?: string
}

export type PageCopy = Required<Pick<ServedResource, 'path' | 'copyOf'>> & { isRedirect: boolean }

export type HostRenderer = (
  rules: HostRule[],
  hasFallback: boolean,
  copies: PageCopy[],
) => HostFile[]

export function hostRules(
  resources: ServedResource[],
  school: Pick<School, 'tracker'>,
): HostRule[] {
  const tracker = { path: `/${school.tracker}.js`, contentType: 'text/javascript; charset=utf-8' }
  const byPath = new Map(resources.map((resource) => [resource.path, resource]))
  const files = [...resources, ...(byPath.has(tracker.path) ? [] : [tracker])]
  const rules = files.map((file): HostRule => {
    if (!/^\/[\w.~$/-]*$/.test(file.path)) {
      throw new Error(
        `The path "${file.path}" cannot be written into the files of hosts. Write one that starts with a slash and has only letters, digits and "-", ".", "_", "~", "$", "/".`,
      )
    }
    const markdown = findMarkdown(file, byPath)
    return {
      path: file.path,
      headers: responseHeaders(file, resources),
      ...(markdown && { markdown: markdown.path }),
    }
  })
  // The school writes its homepage itself, so only links are added.
  const homepage = { path: '/', headers: homepageLinks(resources) }
  return byPath.has('/') || !homepage.headers['Link'] ? rules : [homepage, ...rules]
}

/** Rules that one pattern can replace: their headers differ only in the URL of the page. */
export interface RuleGroup {
  stems: string[]
  /** The ending of the paths, if it identifies the page: `/`, `/index.md`, `.html` or `.html.md`. */
  suffix: string
  /** The headers, with {@link STEM} for the stem. */
  headers: Record<string, string>
  markdown?: string
}

/** Stands for the stem of a path. No header can contain it. */
export const STEM = '\0'

/** Groups rules, because hosts limit their number. The order of the first rules is kept. */
export function groupRules(rules: HostRule[]): RuleGroup[] {
  const groups = new Map<string, RuleGroup>()
  for (const { path, headers, markdown } of rules) {
    const [suffix] = /\/(?:index\.md)?$|\.html?(?:\.md)?$/.exec(path) ?? ['']
    const stem = path.slice(0, path.length - suffix.length)
    const page = `${suffix.replace(/(?:index)?\.md$/, '')}>`
    const shared = Object.entries(headers).map(([name, value]) => [
      name,
      suffix.endsWith('.md') ? value.replaceAll(stem + page, STEM + page) : value,
    ])
    const group: RuleGroup = {
      stems: [],
      suffix,
      headers: Object.fromEntries(shared),
      ...(markdown !== undefined && { markdown: STEM + markdown.slice(stem.length) }),
    }
    const key = JSON.stringify(group)
    if (!groups.has(key)) groups.set(key, group)
    groups.get(key)!.stems.push(stem)
  }
  return [...groups.values()]
}

/** Returns headers with a pattern's reference in place of the stem. */
export function fillStem(headers: Record<string, string>, stem: string): Record<string, string> {
  const filled = Object.entries(headers).map(([name, value]) => [
    name,
    value.replaceAll(STEM, () => stem),
  ])
  return Object.fromEntries(filled)
}

/** Renders a `_headers` file, whose syntax Netlify and Cloudflare share. */
export function renderHeadersFile(
  comment: string,
  rules: { path: string; removed?: string[]; headers: Record<string, string> }[],
): string {
  const blocks = rules.map(({ path, removed = [], headers }) =>
    [
      path,
      ...removed.map((name) => `  ! ${name}`),
      ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ].join('\n'),
  )
  return `${[`# ${comment}`, ...blocks].join('\n\n')}\n`
}

export function renderJson(config: object): string {
  return `${JSON.stringify(config, null, 2)}\n`
}

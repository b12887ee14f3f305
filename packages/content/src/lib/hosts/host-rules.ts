import type { Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { findMarkdown } from '../serve/negotiation.ts'
import { homepageLinks, responseHeaders } from '../serve/response-headers.ts'

/** A configuration file that makes a host serve the site with the headers of `serveResources`. */
export interface HostFile {
  /** The host that reads the file. `vercel-build-output` replaces `vercel` for sites that are deployed prebuilt. */
  host: 'netlify' | 'vercel' | 'vercel-build-output' | 'cloudflare'
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

/** What a host has to know about one path. */
export interface HostRule {
  /** The exact path, such as `/for-llm/`. */
  path: string
  /** The response headers. */
  headers: Record<string, string>
  /** Path of the Markdown version, if there is one. */
  markdown?: string
}

/**
 * Returns one rule for each file, for the tracker's script, and for the links of the homepage.
 *
 * @throws {Error} If a path contains a character that a host would treat as a pattern.
 */
export function hostRules(resources: Resource[], school: Pick<School, 'tracker'>): HostRule[] {
  const tracker = {
    path: `/${school.tracker}.js`,
    contentType: 'text/javascript; charset=utf-8',
  }
  const byPath = new Map(resources.map((resource) => [resource.path, resource]))
  const files = [...resources, ...(byPath.has(tracker.path) ? [] : [tracker])]
  const rules = files.map((file): HostRule => {
    assertLiteral(file.path)
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

function assertLiteral(path: string): void {
  if (/^\/[\w.~$/-]*$/.test(path)) return
  throw new Error(
    `The path "${path}" cannot be written into the files of hosts. Write one that starts with a slash and has only letters, digits and "-", ".", "_", "~", "$", "/".`,
  )
}

/**
 * Renders a `_headers` file, whose syntax Netlify and Cloudflare share: a path on one line, its headers indented
 * below.
 */
export function renderHeadersFile(
  comment: string,
  rules: Pick<HostRule, 'path' | 'headers'>[],
): string {
  const blocks = rules.map(({ path, headers }) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  )
  return `${[`# ${comment}`, ...blocks].join('\n\n')}\n`
}

/** Renders a configuration file in JSON. */
export function renderJson(config: object): string {
  return `${JSON.stringify(config, null, 2)}\n`
}

import type { Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { findMarkdown } from '../serve/find-markdown.ts'
import { headersOf } from '../serve/headers-of.ts'
import { homepageLinks } from '../serve/homepage-links.ts'
import type { HostRule } from './host-rule.ts'

/**
 * The headers of every file, of the tracker, and the links of the homepage.
 *
 * Throws when a path has a character that hosts read as a pattern.
 */
export function hostRules(resources: Resource[], school: Pick<School, 'tracker'>): HostRule[] {
  const tracker = {
    path: `/${school.tracker}.js`,
    contentType: 'text/javascript; charset=utf-8',
  }
  const byPath = new Map(resources.map((resource) => [resource.path, resource]))
  const files = [...resources, ...(byPath.has(tracker.path) ? [] : [tracker])]
  const rules = files.map((file): HostRule => {
    const markdown = findMarkdown(file, byPath)
    return {
      path: literal(file.path),
      headers: headersOf(file, resources),
      ...(markdown && { markdown: markdown.path }),
    }
  })
  // The homepage is the school's own, so that its type and its caching are too.
  const homepage = { path: '/', headers: homepageLinks(resources) }
  return byPath.has('/') || !homepage.headers['Link'] ? rules : [homepage, ...rules]
}

function literal(path: string): string {
  if (/^\/[\w.~$/-]*$/.test(path)) return path
  throw new Error(
    `No host can be told about "${path}": write a path that begins with a slash and has only letters, digits and "-", ".", "_", "~", "$", "/".`,
  )
}

import { statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Definition, Image, Link, Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

import { findPackages, ROOT, type WorkspacePackage } from './find-packages.ts'

type Reference = Link | Image | Definition

/**
 * Replaces the relative links and images of a README, because npm does not resolve them.
 *
 * - Links to a published package lead to its page on npm.
 * - Other links and images lead to the repository.
 * - Without a repository, other links become their text, and images their description.
 *
 * @param markdown The README.
 * @param directory The folder of the README in the repository.
 * @param repository The public URL of the repository.
 * @throws {Error} If a link leads to a missing file.
 */
export function resolveLinks(
  markdown: string,
  directory: string,
  repository: string | undefined,
): string {
  const packages = findPackages()
  let resolved = markdown
  // From the end, so that the offsets of the others stay right.
  for (const reference of findReferences(fromMarkdown(markdown)).toReversed()) {
    if (!isRelative(reference.url)) continue
    const [start, end] = [reference.position!.start.offset!, reference.position!.end.offset!]
    const url = toAbsolute(reference, directory, repository, packages)
    const replacement =
      url === undefined
        ? toText(reference, markdown)
        : replaceLast(markdown.slice(start, end), reference.url, url)
    resolved = resolved.slice(0, start) + replacement + resolved.slice(end)
  }
  return resolved
}

/** The text of a link can also contain its URL. */
function replaceLast(text: string, search: string, replacement: string): string {
  const index = text.lastIndexOf(search)
  return text.slice(0, index) + replacement + text.slice(index + search.length)
}

function findReferences(node: Nodes): Reference[] {
  if (node.type === 'link' || node.type === 'image' || node.type === 'definition') return [node]
  return 'children' in node ? node.children.flatMap(findReferences) : []
}

function isRelative(url: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(url)
}

function toAbsolute(
  { type, url }: Reference,
  directory: string,
  repository: string | undefined,
  packages: WorkspacePackage[],
): string | undefined {
  const [path = '', fragment] = url.split('#')
  const target = posix.join(directory, path).replace(/\/$/, '')
  const stats = statSync(join(ROOT, target), { throwIfNoEntry: false })
  if (!stats) throw new Error(`${directory}/README.md links to ${url}, which does not exist.`)

  const hash = fragment === undefined ? '' : `#${fragment}`
  const name = packages.find((each) =>
    [each.directory, `${each.directory}/README.md`].includes(target),
  )?.name
  if (name) return `https://www.npmjs.com/package/${name}${hash}`
  if (repository === undefined) return undefined
  if (type === 'image') return `${repository}/raw/HEAD/${target}`
  return `${repository}/${stats.isDirectory() ? 'tree' : 'blob'}/HEAD/${target}${hash}`
}

function toText(reference: Reference, markdown: string): string {
  if (reference.type === 'definition') return ''
  if (reference.type === 'image') return reference.alt ?? ''
  const [first, last] = [reference.children.at(0), reference.children.at(-1)]
  return markdown.slice(first?.position!.start.offset, last?.position!.end.offset)
}

import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

import type { Definition, Image, Link } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { visit } from 'unist-util-visit'

import { findPackages, ROOT } from './find-packages.ts'

/** Generated pages, which Git ignores. */
const REFERENCE = 'docs/reference/'

export interface LinkTarget {
  path: string
  isFolder: boolean
  isImage: boolean
  /** `#usage`, or an empty string. */
  hash: string
}

/**
 * Replaces the relative links and images of a Markdown file. Links within the file stay.
 *
 * @param toUrl Returns the new URL. Without one, a link becomes its text, and an image its description. It can call `fail`
 *   with what is wrong.
 * @throws {Error} If a link leads to no file of the repository, or `fail` is called. The message names the file and the line.
 */
export function resolveLinks(
  markdown: string,
  file: string,
  toUrl: (target: LinkTarget, fail: (problem: string) => never) => string | undefined,
): string {
  const edits: { start: number; end: number; text: string }[] = []
  visit(fromMarkdown(markdown), ['definition', 'image', 'link'], (node) => {
    const reference = node as Definition | Image | Link
    if (/^([a-z][a-z\d+.-]*:|#)/i.test(reference.url)) return
    const url = convert(reference)
    const [start, end] = [reference.position!.start.offset!, reference.position!.end.offset!]
    if (url !== undefined) {
      // The text of a link can also contain its URL.
      const position = markdown.lastIndexOf(reference.url, end)
      edits.push({ start: position, end: position + reference.url.length, text: url })
    } else if (reference.type === 'image') edits.push({ start, end, text: reference.alt ?? '' })
    else if (reference.type === 'link') {
      // Only the parts around the text, which can contain images.
      const textEnd = reference.children.at(-1)?.position!.end.offset ?? start + 1
      edits.push({ start, end: start + 1, text: '' }, { start: textEnd, end, text: '' })
    }
  })
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), markdown)

  function convert({ type, url, position }: Definition | Image | Link): string | undefined {
    const fail = (problem: string): never => {
      throw new Error(`${file}:${position!.start.line}: The link "${url}" ${problem}`)
    }
    if (type === 'definition') fail('is a definition. Write the URL behind the text of the link.')
    const [path = '', anchor] = decodeURI(url).split('#')
    if (path.startsWith('/')) fail('is absolute. Write it relative to the file.')
    const target = posix.join(posix.dirname(file), path).replace(/\/$/, '')
    const stats = statSync(join(ROOT, target), { throwIfNoEntry: false })
    // The reference is absent until the documentation is built.
    const isAbsent = target.startsWith(REFERENCE) && !existsSync(join(ROOT, REFERENCE))
    if (target.startsWith('..') || !(stats || isAbsent)) {
      return fail('leads to no file of the repository. Correct it.')
    }
    const hash = anchor === undefined ? '' : `#${anchor}`
    return toUrl(
      { path: target, isFolder: stats?.isDirectory() ?? false, isImage: type === 'image', hash },
      fail,
    )
  }
}

/**
 * Replaces the relative links of a package's README, because npm does not resolve those that leave the package.
 *
 * - Links to a published package lead to its page on npm.
 * - Links to the generated reference, which the repository does not contain, become text.
 * - Other links and images lead to the repository.
 *
 * @param directory The folder of the package in the repository.
 * @param repository The public URL of the repository.
 */
export function resolveReadme(markdown: string, directory: string, repository: string): string {
  const packages = findPackages()
  return resolveLinks(markdown, `${directory}/README.md`, ({ path, isFolder, isImage, hash }) => {
    const linked = packages.find((each) =>
      [each.directory, `${each.directory}/README.md`].includes(path),
    )
    if (linked) return `https://www.npmjs.com/package/${linked.name}${hash}`
    if (path.startsWith(REFERENCE)) return undefined
    const view = isImage ? 'raw' : isFolder ? 'tree' : 'blob'
    return `${repository}/${view}/HEAD/${path}${hash}`
  })
}

import { readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Definition, Image, Link, LinkReference } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { visit } from 'unist-util-visit'

import { findPage, PUBLIC_FOLDER } from '../pages.ts'
import { applyEdits, type Edit, offsetsOf } from './apply-edits.ts'
import { findAnchors } from './find-anchors.ts'

/** Where the links lead. */
export interface LinkOptions {
  /** The path of the site, with slashes at both ends. */
  base: string
  /** The URL of the repository. Without it, links to files that have no page become plain text. */
  repository: string | undefined
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Replaces relative links to files of the repository with links to the site, or to the repository if the file has
 * no page.
 *
 * @param file The path of the Markdown file in the repository.
 * @throws {Error} If a linked file or anchor does not exist, or an image is not published. The message names the file
 *   and the line.
 */
export function resolveLinks(markdown: string, file: string, options: LinkOptions): string {
  const edits: Edit[] = []
  const tree = fromMarkdown(markdown)
  const removedDefinitions = new Set<string>()

  visit(tree, ['definition', 'image', 'link'], (node) => {
    const target = node as Definition | Image | Link
    if (!isRelative(target.url)) {
      // Pages load nothing from other sites.
      if (target.type === 'image') edits.push({ ...offsetsOf(target), text: target.alt ?? '' })
      return
    }
    const url = resolve(target, file, options)
    if (target.type === 'link') return void edits.push(...editLink(target, url))
    if (target.type === 'definition' && !url) removedDefinitions.add(target.identifier)
    edits.push({ ...offsetsOf(target), text: url ? stringify(target, url) : '' })
  })

  visit(tree, 'linkReference', (reference) => {
    if (removedDefinitions.has(reference.identifier)) edits.push(...editLink(reference, undefined))
  })
  return applyEdits(markdown, edits)
}

/** Returns the URL that replaces a relative one, or `undefined` if there is no place to link to. */
function resolve(
  node: Definition | Image | Link,
  file: string,
  { base, repository }: LinkOptions,
): string | undefined {
  const fail = (problem: string): never => {
    throw new Error(`${file}:${node.position!.start.line}: The link "${node.url}" ${problem}`)
  }
  const [path = '', anchor] = decodeURI(node.url).split('#')
  const target = path === '' ? file : posix.join(posix.dirname(file), path).replace(/\/$/, '')
  const stats = statSync(posix.join(ROOT, target), { throwIfNoEntry: false })
  if (path.startsWith('/')) fail('is absolute. Write it relative to the file.')
  if (target.startsWith('..') || !stats) fail('leads to no file of the repository. Correct it.')

  if (target.startsWith(`${PUBLIC_FOLDER}/`)) return base + target.slice(PUBLIC_FOLDER.length + 1)
  if (node.type === 'image') fail('is not on the site. Move the image to docs/public/images.')

  const page = findPage(target)
  const document = page?.file ?? target
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (anchor !== undefined) {
    if (!document.endsWith('.md')) fail('has an anchor, but only Markdown files have anchors.')
    const anchors = findAnchors(readFileSync(posix.join(ROOT, document), 'utf8'))
    if (!anchors.has(anchor)) fail('has an anchor that its target lacks. Correct it.')
  }
  if (path === '') return hash
  if (page) return `${base}${page.slug === 'index' ? '' : `${page.slug}/`}${hash}`
  return (
    repository && `${repository}/${stats!.isDirectory() ? 'tree' : 'blob'}/main/${target}${hash}`
  )
}

function isRelative(url: string): boolean {
  return !/^[a-z][a-z\d+.-]*:/i.test(url)
}

/** Changes only the parts around the text, which can contain images. */
function editLink(link: Link | LinkReference, url: string | undefined): Edit[] {
  const { start, end } = offsetsOf(link)
  const textEnd = link.children.at(-1)?.position!.end.offset ?? start + 1
  if (url) return [{ start: textEnd, end, text: `](${url})` }]
  return [
    { start, end: start + 1, text: '' },
    { start: textEnd, end, text: '' },
  ]
}

function stringify(node: Definition | Image | Link, url: string): string {
  if (node.type === 'definition') return `[${node.label}]: ${url}`
  return `![${'alt' in node ? node.alt : ''}](${url})`
}

import GithubSlugger from 'github-slugger'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'

const cache = new Map<string, Set<string>>()

/** Returns the anchors of a Markdown file: the ids that GitHub gives its headings, and the ids of HTML elements. */
export function findAnchors(markdown: string): Set<string> {
  const anchors = cache.get(markdown) ?? parse(markdown)
  cache.set(markdown, anchors)
  return anchors
}

function parse(markdown: string): Set<string> {
  const slugger = new GithubSlugger()
  const anchors = new Set<string>()
  visit(fromMarkdown(markdown), (node) => {
    if (node.type === 'heading') anchors.add(slugger.slug(toString(node)))
    if (node.type !== 'html') return
    for (const [, id] of node.value.matchAll(/\bid="([^"]+)"/g)) anchors.add(id!)
  })
  return anchors
}

import type { PhrasingContent, Root, RootContent } from 'mdast'

import { ltrLinkNode, textNode } from './markdown.ts'

/**
 * Replaces the URLs in the texts of a tree with links.
 *
 * Many Markdown parsers link bare URLs. In a text, characters such as `&` and `_` are escaped, and these parsers
 * would add the backslashes to the URL. In a link, the URL is written unchanged: `<https://x.example/?a=1&b=2>`.
 */
export function linkUrls(tree: Root): Root {
  return { ...tree, children: tree.children.flatMap(linkUrlsIn) }
}

function linkUrlsIn(node: RootContent): RootContent[] {
  if (node.type === 'text') return splitText(node.value)
  if (node.type === 'link' || !('children' in node)) return [node]
  return [{ ...node, children: node.children.flatMap(linkUrlsIn) } as RootContent]
}

function splitText(text: string): PhrasingContent[] {
  const nodes: PhrasingContent[] = []
  let end = 0
  for (const match of text.matchAll(URL_IN_TEXT)) {
    const url = withoutPunctuation(match[0])
    if (!URL.canParse(url)) continue
    if (match.index > end) nodes.push(textNode(text.slice(end, match.index)))
    nodes.push(ltrLinkNode(url, url))
    end = match.index + url.length
  }
  if (end < text.length) nodes.push(textNode(text.slice(end)))
  return nodes
}

/** The characters of RFC 3986, and letters and digits of all scripts. */
const URL_IN_TEXT = /(?<![a-z])https?:\/\/[\p{L}\p{M}\p{N}._~:/?#[\]@!$&'()*+,;=%-]+/giu

/** Removes the punctuation of the sentence. A closing bracket belongs to the URL if the URL opens it. */
function withoutPunctuation(url: string): string {
  let end = url.length
  const open = { ')': 0, ']': 0 }
  for (const character of url) {
    if (character === '(') open[')'] += 1
    if (character === ')') open[')'] -= 1
    if (character === '[') open[']'] += 1
    if (character === ']') open[']'] -= 1
  }
  for (; end > 0; end -= 1) {
    const character = url[end - 1]!
    if (character === ')' || character === ']') {
      if (open[character] >= 0) break
      open[character] += 1
    } else if (!/[.,:;!?*_~']/.test(character)) break
  }
  return url.slice(0, end)
}

import type * as hast from 'hast'

import { walk } from '../parse/walk.ts'

/** A URL in a page. */
export interface FoundUrl {
  /** The URL as written. */
  href: string
  /** Its line, if known. */
  line: number | undefined
  /** The URL that a relative URL resolves against, itself relative to the page. Default: the URL of the page. */
  base: string | undefined
}

/** Returns the URLs that visitors and browsers follow: links, targets of forms, images, scripts and style sheets. */
export function findHtmlUrls(tree: hast.Root): FoundUrl[] {
  const elements = walk<hast.Nodes>(tree).filter((node) => node.type === 'element')
  // Relative URLs resolve against the first base, even if they precede it.
  const base = elements
    .filter(({ tagName }) => tagName === 'base')
    .map(({ properties }) => properties['href'])
    .find((href) => typeof href === 'string')
  return elements.flatMap(({ tagName, properties, position }) => {
    if (tagName === 'base') return []
    return URL_ATTRIBUTES.flatMap((name) => {
      const href = properties[name]
      return typeof href === 'string' ? [{ href, line: position?.start.line, base }] : []
    })
  })
}

const URL_ATTRIBUTES = ['href', 'src', 'action', 'formAction', 'poster']

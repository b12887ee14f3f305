import type * as hast from 'hast'

import { walk } from '../parse/walk.ts'
import { findCssUrls, findUrlsInText, type FoundUrl } from './find-urls.ts'

/** Returns every URL in the elements of a page: in attributes, style sheets and scripts. */
export function findHtmlUrls(tree: hast.Root): FoundUrl[] {
  const elements = walk<hast.Nodes>(tree).filter((node) => node.type === 'element')
  // Relative URLs resolve against the first base, even if they precede it.
  const base = elements
    .filter(({ tagName }) => tagName === 'base')
    .map(({ properties }) => properties['href'])
    .find((href) => typeof href === 'string')
  return elements.flatMap((element) => {
    const line = element.position?.start.line
    return [...urlsOfElement(element)].map((url) => ({ line, base, ...url }))
  })
}

function* urlsOfElement(element: hast.Element): Generator<FoundUrl> {
  const { tagName, properties, children } = element
  for (const [name, value] of Object.entries(properties)) {
    if (tagName === 'meta' && name === 'content') continue
    const urls = Array.isArray(value) ? value.map(String) : [`${value ?? ''}`]
    for (const url of urls) yield* urlsInAttribute(element, name, url)
  }
  if (tagName === 'meta') yield* urlsInMeta(properties)
  if (tagName !== 'script' && tagName !== 'style') return
  for (const child of children) {
    if (child.type !== 'text') continue
    if (tagName === 'script') yield* findUrlsInText(child.value, 'script')
    else yield* urlsInCss(child.value)
  }
}

function* urlsInAttribute(element: hast.Element, name: string, value: string): Generator<FoundUrl> {
  if (URL_ATTRIBUTES.has(name) && (name !== 'data' || element.tagName === 'object')) {
    const isBase = element.tagName === 'base'
    yield { href: value, kind: isBase ? 'base' : isMetadata(element) ? 'metadata' : 'link' }
  } else if (name === 'srcSet' || name === 'imageSrcSet') {
    for (const href of urlsInSrcset(value)) yield { href, kind: 'link' }
  } else if (CSS_ATTRIBUTES.has(name)) {
    yield* urlsInCss(value)
  } else if (/^(?:data[A-Z]|itemId$|itemType$)/.test(name) && ABSOLUTE_URL.test(value)) {
    // Scripts and readers of metadata may use any other value for something else.
    yield { href: value.trim(), kind: 'metadata' }
  }
}

function* urlsInCss(css: string): Generator<FoundUrl> {
  for (const href of findCssUrls(css)) {
    // References within a style sheet are to the page itself, even with a base.
    yield { href, kind: 'link', ...(href.startsWith('#') && { base: undefined }) }
  }
}

/** The attributes of HTML (also obsolete ones) and SVG that hold one or more URLs, by their property names. */
const URL_ATTRIBUTES = new Set(
  'action background cite data formAction href longDesc lowSrc manifest ping poster src xLinkHref'.split(
    ' ',
  ),
)

/** `style`, and the attributes of SVG whose value may be a `url(…)`. */
const CSS_ATTRIBUTES = new Set(
  'style clipPath cursor fill filter marker markerStart markerMid markerEnd mask stroke'.split(' '),
)

/** Some readers of metadata do not know the URL of the page, so relative URLs are not allowed there. */
function isMetadata({ tagName, properties }: hast.Element): boolean {
  const rel = [properties['rel']].flat()
  return tagName === 'link' && rel.some((name) => name === 'canonical' || name === 'alternate')
}

function* urlsInMeta({ property, name, httpEquiv, content }: hast.Properties): Generator<FoundUrl> {
  const value = `${content ?? ''}`
  if ([httpEquiv].flat().some((name) => /^refresh$/i.test(`${name}`))) {
    const href = urlInRefresh(value)
    if (href) yield { href, kind: 'link' }
  } else if (META_URL.test(`${property ?? name}`) || ABSOLUTE_URL.test(value)) {
    yield { href: value.trim(), kind: 'metadata' }
  }
}

const ABSOLUTE_URL = /^\s*https?:\S*\s*$/i

const META_URL =
  /^(?:og:(?:url|(?:image|audio|video)(?::(?:url|secure_url))?)|twitter:(?:url|image|player))$/

/** Parses the content of `<meta http-equiv="refresh">`: `5; url=/next.html`. */
function urlInRefresh(content: string): string | undefined {
  const [, rest] = /^[\d.]*[\s;,]+(?:url\s*=\s*)?([^]*)$/i.exec(content.trimStart()) ?? []
  const [, quoted] =
    /^(?:"([^"]*)|'([^']*))/.exec(rest ?? '')?.filter((group) => group !== undefined) ?? []
  return quoted ?? rest
}

/**
 * Parses a `srcset` attribute.
 *
 * @see https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
 */
function* urlsInSrcset(srcset: string): Generator<string> {
  let expectsUrl = true
  for (let part of srcset.split(/\s+/)) {
    if (!expectsUrl) {
      // A comma ends the descriptors, such as "2x".
      const comma = part.indexOf(',')
      if (comma === -1) continue
      part = part.slice(comma + 1)
      expectsUrl = true
    }
    const start = [...part].findIndex((character) => character !== ',')
    if (start === -1) continue
    let end = part.length
    while (part[end - 1] === ',') end -= 1
    expectsUrl = end < part.length
    yield part.slice(start, end)
  }
}

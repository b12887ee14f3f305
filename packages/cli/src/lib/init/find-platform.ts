import type { Element } from 'hast'

import { type Platform, PLATFORMS } from '../project/site-options.ts'
import { lineOf } from '../site/page.ts'
import type { FoundValue } from './answers.ts'

/** How the published pages of a site builder name it. */
const SIGNS: Record<Platform, Signs> = {
  Tilda: { attribute: 'dataTildaPageId', host: /(?:^|\.)(?:tildacdn\.(?:com|net|pro)|tilda\.ws)$/ },
  WordPress: { generator: /^wordpress\b/i, path: /\/wp-(?:content|includes)\// },
  Wix: { generator: /^wix\.com\b/i, host: /(?:^|\.)(?:wixstatic|parastorage)\.com$/ },
  Webflow: {
    generator: /^webflow\b/i,
    attribute: 'dataWfSite',
    host: /(?:^|\.)website-files\.com$/,
  },
  Squarespace: { host: /^(?:static1|assets)\.squarespace\.com$/ },
}

interface Signs {
  /** The content of `<meta name="generator">`. */
  generator?: RegExp
  /** A property of an element, as hast names it. */
  attribute?: string
  /** The host of a script, style or image. */
  host?: RegExp
  /** A part of the path of a script, style or image. */
  path?: RegExp
}

/** Finds the site builder that published a page, and the tag that names it. */
export function findPlatform(elements: Element[], url: string): FoundValue | undefined {
  for (const value of PLATFORMS) {
    for (const element of elements) {
      const tag = findSign(element, SIGNS[value], url)
      if (tag !== undefined) return { value, tag, line: lineOf(element) }
    }
  }
  return undefined
}

/** Returns what names a site builder: `<meta name="generator">`, an attribute, or the host of a file. */
function findSign(
  { tagName, properties }: Element,
  { generator, attribute, host, path }: Signs,
  pageUrl: string,
): string | undefined {
  const isGenerator = String(properties['name']).toLowerCase() === 'generator'
  if (tagName === 'meta' && isGenerator && generator?.test(String(properties['content']))) {
    return '<meta name="generator">'
  }
  if (attribute !== undefined && properties[attribute] !== undefined) {
    return attribute.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  }
  const url = fileOf(tagName, properties, pageUrl)
  const isOwn = url?.host === new URL(pageUrl).host
  if (url && (host?.test(url.hostname) || (isOwn && path?.test(url.pathname)))) return url.hostname
  return undefined
}

/** Returns the URL of a script, style or image. A link to another site is no sign. */
function fileOf(tagName: string, properties: Element['properties'], base: string): URL | undefined {
  const isFile = /^(?:script|link|img)$/.test(tagName)
  const href = isFile ? (properties['src'] ?? properties['href']) : undefined
  return typeof href === 'string' && URL.canParse(href, base) ? new URL(href, base) : undefined
}

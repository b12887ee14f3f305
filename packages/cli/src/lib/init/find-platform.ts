import type { Element } from 'hast'

import { type Platform, PLATFORMS } from '../project/site-options.ts'
import { attribute, lineOf } from '../site/elements.ts'
import type { FoundValue } from './answers.ts'

/** How the published pages of a site builder name it: a property of an element, as hast names it, or a file's URL. */
const SIGNS: Record<Platform, { attribute?: string; file: RegExp }> = {
  Tilda: {
    attribute: 'dataTildaPageId',
    file: /^\/\/(?:[\w-]+\.)*(?:tildacdn\.(?:com|net|pro)|tilda\.ws)\//,
  },
  WordPress: { file: /^\/wp-(?:content|includes)\// },
  Wix: { file: /^\/\/(?:[\w-]+\.)*(?:wixstatic|parastorage)\.com\// },
  Webflow: { attribute: 'dataWfSite', file: /^\/\/(?:[\w-]+\.)*website-files\.com\// },
  Squarespace: { file: /^\/\/(?:static1|assets)\.squarespace\.com\// },
}

export function findPlatform(elements: Element[], url: string): FoundValue | undefined {
  for (const value of PLATFORMS) {
    for (const element of elements) {
      const tag = findSign(element, value, new URL(url))
      if (tag !== undefined) return { value, tag, line: lineOf(element) }
    }
  }
  return undefined
}

function findSign(element: Element, platform: Platform, page: URL): string | undefined {
  const sign = SIGNS[platform]
  const isGenerator = attribute(element, 'name')?.toLowerCase() === 'generator'
  const content = attribute(element, 'content')?.toLowerCase() ?? ''
  if (isGenerator && content.startsWith(platform.toLowerCase())) return '<meta name="generator">'
  if (sign.attribute !== undefined && element.properties[sign.attribute] !== undefined) {
    return sign.attribute.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  }
  // A link to another site is no sign.
  const isFile = /^(?:script|link|img)$/.test(element.tagName)
  const href = isFile ? (attribute(element, 'src') ?? attribute(element, 'href')) : undefined
  const file = href !== undefined && URL.canParse(href, page) ? new URL(href, page) : undefined
  if (!file) return undefined
  const isOwn = file.host === page.host
  return sign.file.test(isOwn ? file.pathname : `//${file.hostname}/`) ? file.hostname : undefined
}

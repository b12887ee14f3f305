import type { Element } from 'hast'

/** The hosts of the scripts of consent platforms. */
const BANNERS: [name: string, host: RegExp][] = [
  ['Cookiebot', /(?:^|\.)cookiebot\.(?:com|eu)$/],
  ['OneTrust', /^cdn(?:-[\w-]+)?\.cookielaw\.org$/],
  ['CookieYes', /(?:^|\.)cdn-cookieyes\.com$/],
  ['Usercentrics', /(?:^|\.)usercentrics\.eu$/],
  ['iubenda', /(?:^|\.)iubenda\.com$/],
  ['Didomi', /(?:^|\.)privacy-center\.org$/],
  ['Axeptio', /(?:^|\.)axept\.io$/],
  ['Termly', /(?:^|\.)termly\.io$/],
  ['Osano', /(?:^|\.)osano\.com$/],
]

/** A consent banner, its script and the line of this script. */
export interface FoundBanner {
  name: string
  element: Element
  line: number
}

/**
 * Finds the consent banner of a page by the script that loads it.
 *
 * @param elements The elements of the page.
 * @param url The URL of the page.
 */
export function findConsentBanner(elements: Element[], url: string): FoundBanner | undefined {
  for (const element of elements) {
    const { tagName, properties, position } = element
    const src = properties['src'] ?? properties['dataSrc']
    if (tagName !== 'script' || typeof src !== 'string' || !URL.canParse(src, url)) continue
    const { hostname } = new URL(src, url)
    const banner = BANNERS.find(([, host]) => host.test(hostname))
    if (banner) return { name: banner[0], element, line: position?.start.line ?? 1 }
  }
  return undefined
}

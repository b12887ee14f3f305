import { absoluteUrl, canonicalUrl, endpointUrl } from '../url.ts'
import { formatPostalAddress, formatPrice } from '../facts/format.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { says } from './says.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'

export function createSite(school: School, files: SiteFile[]): Site {
  const paths = [
    '/',
    `/${school.tracker}.js`,
    // One that is missing is told once, and not by each of those that lead to it.
    ...Object.values(PATHS),
    ...files.map(({ path }) => path),
    ...school.pages.flatMap(({ path, variants }) => [path, ...Object.values(variants ?? {})]),
  ]
  const addresses = new Set(paths.map((path) => absoluteUrl(school, path)))
  // The description itself names these, and the first answers no GET: nothing is to be looked up there.
  for (const address of [endpointUrl(school), school.logo, ...(school.sameAs ?? [])]) {
    if (address) addresses.add(address)
  }
  const texts = textsOf(school).join('\n')
  return {
    school,
    files,
    has: (address) => addresses.has(address) || isPlace(address),
    knows: (fact) => says(texts, fact),
  }

  /** A place in a page, or a page with a query that it makes nothing of. */
  function isPlace(address: string): boolean {
    const [page] = (URL.canParse(address) ? canonicalUrl(address) : address).split('#')
    return addresses.has(page!) || addresses.has(page!.split('?')[0]!)
  }
}

/** Every text of the description, paragraphs on one line as readers may see them, and what is put together. */
function textsOf(school: School): string[] {
  const prices = school.programs.flatMap((program) => program.prices)
  return [
    ...textsIn(school),
    ...prices.map((price) => formatPrice(school, price)),
    formatPostalAddress(school.address),
  ]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll('\n\n', ' ')]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

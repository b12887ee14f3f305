import { absoluteUrl, endpointUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import { checkLinkset } from './check-linkset.ts'
import type { Finding } from './problem.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'

/**
 * The API catalog is a linkset, leads to the endpoint, and from there to what describes it (RFC 9727).
 *
 * @yields What keeps it from that.
 */
export function* checkApiCatalog(file: SiteFile, { school }: Site): Generator<Finding> {
  if (file.path !== PATHS.apiCatalog || file.kind !== 'json') return
  if (!/rel="?api-catalog\b/.test(file.headers?.['Link'] ?? '')) {
    const link = `<${PATHS.apiCatalog}>; rel="api-catalog"`
    yield { message: `It is sent without the header that RFC 9727 asks for: add "Link: ${link}".` }
  }
  const faults = [...checkLinkset(file.value)]
  if (faults.length > 0) {
    for (const message of faults) yield { message }
    return
  }

  const { linkset } = file.value as Linkset
  const catalog = linkset.find(({ anchor }) => anchor === absoluteUrl(school, file.path))
  const endpoint = endpointUrl(school)
  if (![catalog?.['item']].flat().some((target) => isTarget(target) && target.href === endpoint)) {
    yield {
      message: `It does not list the endpoint: add { "href": "${endpoint}" } to the "item" of its own address.`,
    }
  }
  const described = linkset.find(({ anchor }) => anchor === endpoint)
  for (const relation of ['service-desc', 'service-doc']) {
    if (described?.[relation] !== undefined) continue
    const path = relation === 'service-desc' ? PATHS.openapi : PATHS.apiHtml
    yield {
      message: `It does not say what describes the endpoint: add "${relation}" with ${absoluteUrl(school, path)} to the object whose anchor is ${endpoint}.`,
    }
  }
}

interface Linkset {
  linkset: ({ anchor: string } & Record<string, unknown>)[]
}

function isTarget(value: unknown): value is { href: string } {
  return typeof value === 'object' && value !== null && 'href' in value
}

import { absoluteUrl, endpointUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { CheckedFile } from './checked-file.ts'
import type { CheckedSite } from './checked-site.ts'
import { checkLinkset } from './check-linkset.ts'
import type { Finding } from './problem.ts'

/**
 * Checks that the API catalog is a linkset that leads to the endpoint, and from there to its descriptions.
 *
 * @yields The problems found.
 * @see https://www.rfc-editor.org/rfc/rfc9727
 */
export function* checkApiCatalog(file: CheckedFile, { school }: CheckedSite): Generator<Finding> {
  if (file.path !== PATHS.apiCatalog || file.kind !== 'json') return
  if (!/rel="?api-catalog\b/.test(file.headers?.['Link'] ?? '')) {
    const link = `<${PATHS.apiCatalog}>; rel="api-catalog"`
    yield { message: `The Link header that RFC 9727 requires is missing. Add "Link: ${link}".` }
  }
  const errors = [...checkLinkset(file.value)]
  if (errors.length > 0) {
    for (const message of errors) yield { message }
    return
  }

  const { linkset } = file.value as Linkset
  const catalog = linkset.find(({ anchor }) => anchor === absoluteUrl(school, file.path))
  const endpoint = endpointUrl(school)
  if (![catalog?.['item']].flat().some((target) => isTarget(target) && target.href === endpoint)) {
    yield {
      message: `The endpoint is not listed. Add { "href": "${endpoint}" } to the "item" list of the catalog's own anchor.`,
    }
  }
  const described = linkset.find(({ anchor }) => anchor === endpoint)
  for (const relation of ['service-desc', 'service-doc']) {
    if (described?.[relation] !== undefined) continue
    const path = relation === 'service-desc' ? PATHS.openapi : PATHS.apiHtml
    yield {
      message: `The endpoint has no "${relation}" link. Add one to ${absoluteUrl(school, path)} to the object with the anchor ${endpoint}.`,
    }
  }
}

interface Linkset {
  linkset: ({ anchor: string } & Record<string, unknown>)[]
}

function isTarget(value: unknown): value is { href: string } {
  return typeof value === 'object' && value !== null && 'href' in value
}

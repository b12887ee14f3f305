import { endpointUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { CheckedFile } from './checked-file.ts'
import type { CheckedSite } from './checked-site.ts'
import type { Finding } from './problem.ts'

/**
 * Checks that the OpenAPI document describes the endpoint, and that all its references resolve.
 *
 * @yields The problems found.
 */
export function* checkOpenapi(file: CheckedFile, { school }: CheckedSite): Generator<Finding> {
  if (file.path !== PATHS.openapi || file.kind !== 'json') return
  const { value } = file
  if (!/^3\.1\.\d+$/.test(`${valueAt(value, ['openapi'])}`)) {
    yield { message: 'The file is not an OpenAPI 3.1 document. Write "openapi": "3.1.0".' }
    return
  }
  for (const field of ['title', 'version']) {
    if (valueAt(value, ['info', field])) continue
    yield { message: `info.${field} is missing. Add it.` }
  }

  const { origin, pathname } = new URL(endpointUrl(school))
  if (valueAt(value, ['servers', '0', 'url']) !== origin) {
    yield { message: `servers[0].url is not the origin of the endpoint. Write "${origin}".` }
  }
  if (valueAt(value, ['paths', pathname, 'post']) === undefined) {
    yield { message: `POST ${pathname} is not described. Render the files again.` }
  }

  for (const { key, value: found, where } of members(value)) {
    if (key === '$ref' && typeof found === 'string' && !resolves(value, found)) {
      yield { message: `${where} refers to "${found}", which is not in this document. Correct it.` }
    }
    if ((key === '$schema' || key === '$id') && typeof found === 'string') {
      yield { message: `${where} changes how references resolve. Delete it.` }
    }
  }
}

interface Member {
  key: string
  value: unknown
  /** Place in the document: `components.schemas.EventRequest`. */
  where: string
}

function* members(value: unknown, parent = ''): Generator<Member> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const where = parent ? `${parent}.${key}` : key
    yield { key, value: inner, where }
    yield* members(inner, where)
  }
}

/** Resolves a JSON pointer in a URI fragment (RFC 6901, section 6). */
function resolves(document: unknown, reference: string): boolean {
  if (!reference.startsWith('#/')) return false
  const path = reference
    .slice(2)
    .split('/')
    .map((part) => decode(part).replaceAll('~1', '/').replaceAll('~0', '~'))
  return valueAt(document, path) !== undefined
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  )
}

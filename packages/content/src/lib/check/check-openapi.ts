import { endpointUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { Finding } from './problem.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'

/**
 * The OpenAPI document describes the endpoint, and everything that it refers to is in it.
 *
 * @yields What keeps it from that.
 */
export function* checkOpenapi(file: SiteFile, { school }: Site): Generator<Finding> {
  if (file.path !== PATHS.openapi || file.kind !== 'json') return
  const { value } = file
  if (!/^3\.1\.\d+$/.test(`${at(value, ['openapi'])}`)) {
    yield { message: 'It is no OpenAPI document of version 3.1: write "openapi": "3.1.0".' }
    return
  }
  for (const field of ['title', 'version']) {
    if (at(value, ['info', field])) continue
    yield { message: `info.${field} is missing: write one.` }
  }

  const { origin, pathname } = new URL(endpointUrl(school))
  if (at(value, ['servers', '0', 'url']) !== origin) {
    yield { message: `servers[0].url is not where the endpoint is: write "${origin}".` }
  }
  if (at(value, ['paths', pathname, 'post']) === undefined) {
    yield { message: `It does not describe POST ${pathname}: render the files again.` }
  }

  for (const { key, value: found, where } of membersOf(value)) {
    if (key === '$ref' && typeof found === 'string' && !resolves(value, found)) {
      yield { message: `${where} refers to "${found}", which is not in this document: correct it.` }
    }
    if ((key === '$schema' || key === '$id') && typeof found === 'string') {
      yield {
        message: `${where} has no place here, where references are resolved otherwise: delete it.`,
      }
    }
  }
}

interface Member {
  key: string
  value: unknown
  /** `components.schemas.EventRequest`. */
  where: string
}

function* membersOf(value: unknown, parent = ''): Generator<Member> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const where = parent ? `${parent}.${key}` : key
    yield { key, value: inner, where }
    yield* membersOf(inner, where)
  }
}

/** A JSON pointer in a fragment (RFC 6901, 6). */
function resolves(document: unknown, reference: string): boolean {
  if (!reference.startsWith('#/')) return false
  const path = reference
    .slice(2)
    .split('/')
    .map((part) => decode(part).replaceAll('~1', '/').replaceAll('~0', '~'))
  return at(document, path) !== undefined
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function at(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  )
}

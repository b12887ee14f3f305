import type { School } from '@conversion-capi/content'
import { isJsonObject } from '@conversion-capi/core/protocol'
import { tryCall } from '@conversion-capi/meta/terminal'
import type { Element } from 'hast'

import { codeOf, collapseSpace } from './elements.ts'

export interface LinkedFacts extends Partial<
  Pick<School, 'name' | 'url' | 'description' | 'logo' | 'sameAs' | 'contacts' | 'address'>
> {
  /** The name of the first program. */
  program?: string
  line?: number
}

export type Item = Record<string, unknown>

/** @see https://schema.org/EducationalOrganization */
export function readLinkedFacts(elements: Element[]): LinkedFacts {
  const scripts = elements.filter(
    ({ tagName, properties }) =>
      tagName === 'script' &&
      String(properties['type']).trim().toLowerCase() === 'application/ld+json',
  )
  const items = scripts.flatMap((script) => [...flatten(tryCall(() => JSON.parse(codeOf(script))))])
  const organization = items.find((item) => hasType(item, ORGANIZATION))
  const site = items.find((item) => hasType(item, /^WebSite$/))
  const line = scripts[0]?.position?.start.line
  return prune({
    ...(organization && readOrganization(organization)),
    name: text(organization?.['name']) ?? text(site?.['name']),
    url: text(organization?.['url']) ?? text(site?.['url']),
    program: text(items.find((item) => hasType(item, PROGRAM))?.['name']),
    line,
  }) as LinkedFacts
}

const PROGRAM = /^(?:Course|Product|EducationalOccupationalProgram)$/
export const ORGANIZATION =
  /(?:Organization|School|University|Business|Service|Preschool|ChildCare)$/

export function* flatten(value: unknown): Generator<Item> {
  if (Array.isArray(value)) for (const each of value) yield* flatten(each)
  if (!isJsonObject(value)) return
  yield value
  yield* flatten(value['@graph'])
}

export function hasType(item: Item, type: RegExp): boolean {
  return list(item['@type']).some((each) => typeof each === 'string' && type.test(each))
}

function readOrganization(item: Item): Item {
  const logo = isJsonObject(item['logo']) ? item['logo']['url'] : item['logo']
  const place = list(item['address']).find(isJsonObject)
  const sameAs = list(item['sameAs']).flatMap((each) => text(each) ?? [])
  const country = place?.['addressCountry']
  return {
    description: text(item['description']),
    logo: text(logo),
    sameAs: [...new Set(sameAs)],
    contacts: {
      email: text(item['email'])?.replace(/^mailto:/i, ''),
      phone: text(list(item['telephone'])[0]),
      hours:
        list(item['openingHours'])
          .flatMap((each) => text(each) ?? [])
          .join(', ') || undefined,
    },
    address: place && {
      street: text(place['streetAddress']),
      city: text(place['addressLocality']),
      region: text(place['addressRegion']),
      postalCode: text(place['postalCode']),
      country: text(isJsonObject(country) ? country['name'] : country),
    },
  }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
}

function text(value: unknown): string | undefined {
  const collapsed = typeof value === 'string' ? collapseSpace(value) : ''
  return collapsed === '' ? undefined : collapsed
}

export function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune).filter((each) => each !== undefined)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value)
    .map(([key, each]) => [key, prune(each)] as const)
    .filter(([, each]) => each !== undefined && !isEmpty(each))
  return Object.fromEntries(kept)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

import type { School } from '@conversion-capi/content'
import { isJsonObject } from '@conversion-capi/core/protocol'
import { tryCall } from '@conversion-capi/meta/terminal'
import type { Element } from 'hast'

import { codeOf, collapseSpace } from '../site/elements.ts'

export interface LinkedFacts extends Partial<
  Pick<
    School,
    'name' | 'legalName' | 'url' | 'description' | 'logo' | 'sameAs' | 'contacts' | 'address'
  >
> {
  programs?: NonNullable<School['programs']>
  credentials?: string[]
  line?: number
}

type Item = Record<string, unknown>

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
  const programs = items.filter((item) => hasType(item, /^Course$/)).flatMap(readCourse)
  const line = scripts[0]?.position?.start.line
  return prune({
    ...(organization && readOrganization(organization)),
    name: text(organization?.['name']) ?? text(site?.['name']),
    url: text(organization?.['url']) ?? text(site?.['url']),
    programs,
    line,
  }) as LinkedFacts
}

const ORGANIZATION = /(?:Organization|School|University|Business|Service|Preschool)$/

function* flatten(value: unknown): Generator<Item> {
  if (Array.isArray(value)) for (const each of value) yield* flatten(each)
  if (!isJsonObject(value)) return
  yield value
  yield* flatten(value['@graph'])
}

function hasType(item: Item, type: RegExp): boolean {
  return list(item['@type']).some((each) => typeof each === 'string' && type.test(each))
}

function readOrganization(item: Item): Item {
  const logo = isJsonObject(item['logo']) ? item['logo']['url'] : item['logo']
  const place = list(item['address']).find(isJsonObject)
  const sameAs = list(item['sameAs']).flatMap((each) => text(each) ?? [])
  const country = place?.['addressCountry']
  return {
    legalName: text(item['legalName']),
    description: text(item['description']),
    logo: text(logo),
    sameAs: [...new Set(sameAs)],
    credentials: list(item['hasCredential']).flatMap(
      (each) => text(isJsonObject(each) ? each['name'] : each) ?? [],
    ),
    contacts: {
      email: text(item['email'])?.replace(/^mailto:/i, ''),
      phone: text(item['telephone']),
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

function readCourse(item: Item): Item[] {
  const name = text(item['name'])
  if (name === undefined) return []
  return [
    {
      name: name.replaceAll(/[[\]]/g, ''),
      description: text(item['description']),
      prices: list(item['offers'])
        .filter(isJsonObject)
        .flatMap((offer) => readOffer(offer, name)),
      ages: readAges(item['typicalAgeRange']),
      locales: list(item['inLanguage']).flatMap((each) => text(each) ?? []),
      certificate: text(item['educationalCredentialAwarded']),
    },
  ]
}

/** Reads `7-9`, `11-` and `16+`. */
function readAges(range: unknown): Item | undefined {
  const [, from, to] = /^(\d+)(?:[-–+](\d*))?$/.exec(text(range) ?? '') ?? []
  return from === undefined ? undefined : { from: Number(from), ...(to && { to: Number(to) }) }
}

function readOffer(offer: Item, course: string): Item[] {
  const specification = list(offer['priceSpecification']).find(isJsonObject)
  const exact = offer['price'] ?? specification?.['price']
  const amount = Number(exact ?? offer['lowPrice'] ?? specification?.['minPrice'] ?? Number.NaN)
  const name = text(offer['name'])
  const from = exact === undefined || undefined
  const currency = text(offer['priceCurrency'] ?? specification?.['priceCurrency'])
  const per = text(specification?.['unitText'])
  if (currency === undefined || !Number.isFinite(amount)) return []
  return [{ amount, currency, per, for: name === course ? undefined : name, from }]
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

import type { School } from '@conversion-capi/content'
import type { Element, ElementContent } from 'hast'

import { attribute, collapseSpace } from '../site/elements.ts'
import { isStaticObject } from '../site/script/static-value.ts'
import type { Statement } from './read-statements.ts'

type Address = NonNullable<School['address']>

const ADDRESS =
  /^(?:(?:full|office|postal|school|street)?_?address(?:_?line1?)?|streetAddress|adresse|adres|direcci[oó]n|endere[cç]o|indirizzo)$/i

/** Returns an address that a constant of the app states, as text or by its parts. */
export function findStatedAddress(statements: Statement[]): Address | undefined {
  for (const { name, value } of statements) {
    if (!ADDRESS.test(name)) continue
    if (typeof value === 'string' && /\d|,/.test(value)) return parseAddress(value)
    if (!isStaticObject(value)) continue
    const read = (key: RegExp): unknown =>
      [...value.entries].find(([each, text]) => key.test(each) && typeof text === 'string')?.[1]
    const parts = {
      street: read(/street|line_?1|calle|stra(?:ß|ss)e|^address$/i),
      city: read(/city|locality|town|ciudad|stadt|ort$/i),
      region: read(/region|state|province/i),
      postalCode: read(/zip|postal_?code|postcode|^plz$/i),
      country: read(/country/i),
    } as Address
    if (parts.street ?? parts.city) return parts
  }
  return undefined
}

const LABEL =
  /^(?:(?:our|school|office|the|postal|visit|find)\s+)*(?:address|location|us|a+dress?e?|anschrift|standort|adres|direcci[oó]n|ubicaci[oó]n|endere[cç]o|localiza[cç][aã]o|indirizzo|dove siamo|адрес|адреса|où nous trouver|住所|所在地|주소)\s*:?$/iu
const LABELED =
  /^(?:a+dress?e?|anschrift|adres|direcci[oó]n|endere[cç]o|indirizzo|адрес|адреса|住所|주소)\s*[::]\s*(.+)$/iu
const ICON = /map-?pin|pin(?:-?icon|(?![a-z]))|marker|location|geo-?alt|^place$/i
const MAP =
  /^https?:\/\/(?:(?:www|maps)\.)?(?:google\.[a-z.]+\/maps|maps\.google\.|goo\.gl\/maps|maps\.app\.goo\.gl|maps\.apple\.com|yandex\.\w+\/maps|openstreetmap\.org)/
const NO_ADDRESS = /[?!@]|https?:|\d:\d\d|\b\d{1,2}\s*[ap]\.?m\b|^[\d\s()+./-]+$|…$/iu
/** `30-218 Kraków`, `D-63067 Offenbach am Main` */
const POSTAL = /^(?:[A-Z]{1,2}-)?(\d{2}-\d{3}|\d{3} ?\d{2}|\d{4,6})\s+([\p{L}][\p{L}\s.'’()/-]+)$/u

/** A city with its postal code: of most countries in front, of the US and Canada after the state, of the UK at the end. */
const CITY =
  /^(?:(?:[A-Z]{1,2}-)?(?:\d{2}-\d{3}|\d{3} \d{2}|\d{4,5}) \p{Lu}|\p{Lu}.*\b[A-Z]{2},? (?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] \d[A-Z]\d)$|.*\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$)/u

/**
 * Finds the postal address that pages state most often: what is in an `<address>`, links to a map, follows a label or
 * the icon of a pin, or else has the shape of an address.
 */
export function findAddress(content: ElementContent[]): Address | undefined {
  const stated: string[] = []
  const shaped: string[] = []
  let isExpected = false
  const blocks = [...readBlocks(content)]
  for (const [index, { text, isPin, isAddress, isMap }] of blocks.entries()) {
    const [, labeled] = LABELED.exec(text) ?? []
    const next = blocks[index + 1]?.text ?? ''
    const line = withoutContacts(labeled ?? text)
    if (isPin) isExpected = true
    else if (!isLine(line)) isExpected &&= text.length <= MAX_LABEL && !/\d/.test(text)
    else {
      const whole = CITY.test(next) ? `${line}, ${next}` : line
      if (isExpected || isAddress || isMap || labeled) stated.push(whole)
      else if (isWhole(whole)) shaped.push(whole)
      isExpected = false
    }
    if (LABEL.test(text)) isExpected = true
  }
  const found = stated.length > 0 ? stated : shaped
  const same = Map.groupBy(found, (each) => each.toLowerCase().replaceAll(/[^\p{L}\d]/gu, ''))
  const [most] = [...same.values()].toSorted((a, b) => b.length - a.length)
  return most && parseAddress(most[0]!)
}

const MAX_LABEL = 30

/** Returns whether a text has a street, and a city with its postal code. */
function isWhole(text: string): boolean {
  const [street = '', ...rest] = text.split(', ')
  return (/\d/.test(street) || rest.length > 1) && CITY.test(rest.join(', '))
}

/** Returns a text without the email and the phone number that follow an address. */
function withoutContacts(text: string): string {
  const parts = text.split(/\s*[,|]\s*/).filter((part) => !/@|^[\d\s()+/-]{6,}$/.test(part))
  return parts.join(', ')
}

/** Returns whether a text can be an address: a few short parts with a number, or a city and its region. */
function isLine(text: string): boolean {
  const parts = text.split(/\s*[,·•|]\s*/)
  const isShort = text.length >= 5 && text.length <= 120 && parts.every((part) => part.length <= 45)
  const isPlace =
    parts.length === 2 && parts.every((part) => /^\p{Lu}[\p{L} .-]{1,24}$/u.test(part))
  const isNumbered = /\d/.test(text) && /\p{L}{2}/u.test(text)
  return isShort && (isNumbered || isPlace) && !NO_ADDRESS.test(text)
}

/** Returns an address in one line as street, postal code and city. What has no postal code stays one text. */
export function parseAddress(line: string): Address {
  const parts = collapseSpace(line)
    .replace(/\.$/, '')
    .split(/\s*[,·•|]\s*/)
  const at = parts.findIndex((part) => POSTAL.test(part))
  if (at > 0) {
    const [, postalCode, city] = POSTAL.exec(parts[at]!)!
    return { street: parts.slice(0, at).join(', '), postalCode, city }
  }
  const text = parts.join(', ')
  return /\d/.test(text) ? { street: text } : { city: text }
}

interface Block {
  text: string
  isPin?: boolean
  isAddress?: boolean
  isMap?: boolean
}

/** Reads the texts between the edges of blocks, and the icons of pins. A line break in an address is a comma. */
function* readBlocks(content: ElementContent[]): Generator<Block> {
  let text = ''
  let isMap = false
  function* end(isAddress: boolean): Generator<Block> {
    const collapsed = collapseSpace(text)
      .replaceAll(/\s*,(?:\s*,)*\s*/g, ', ')
      .replaceAll(/^, |, ?$/g, '')
    if (collapsed !== '') yield { text: collapsed, isAddress, isMap }
    text = ''
    isMap = false
  }
  function* read(node: ElementContent, isAddress: boolean): Generator<Block> {
    if (node.type === 'text') text += node.value
    if (node.type !== 'element' || /^(?:script|style|template|noscript)$/.test(node.tagName)) return
    if (node.tagName === 'br') return void (text += ', ')
    if (isPin(node)) {
      yield* end(isAddress)
      yield { text: '', isPin: true }
    }
    const isLink = node.tagName === 'a' && MAP.test(attribute(node, 'href') ?? '')
    const isBlock = isLink || !INLINE.test(node.tagName)
    if (isBlock) yield* end(isAddress)
    isMap ||= isLink
    const isInside = isAddress || node.tagName === 'address'
    for (const child of node.children) yield* read(child, isInside)
    if (isBlock) yield* end(isInside)
  }
  for (const node of content) yield* read(node, false)
  yield* end(false)
}

const INLINE = /^(?:a|abbr|b|bdi|em|i|mark|small|span|strong|sub|sup|time|u|wbr)$/

function isPin(element: Element): boolean {
  const names = ['className', 'dataComponent', 'icon', 'name', 'alt'].map(
    (name) => attribute(element, name) ?? '',
  )
  const isIcon = element.children.every((child) => child.type !== 'text')
  return (
    isIcon &&
    names.some((each) => each.split(/[\s:]/).some((word) => ICON.test(word) && word.length < 40))
  )
}

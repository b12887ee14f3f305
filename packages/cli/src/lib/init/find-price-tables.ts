import type { Element, Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { collapseSpace, findElements, textOf } from '../site/elements.ts'
import type { SourcePage } from './read-pages.ts'

/** A program as a description has it. */
export interface PricedProgram {
  name: string
  prices: { amount: number; currency: string }[]
  path: string
}

/** A row of a price table, which can be a program. */
export interface PriceRow {
  program: PricedProgram
  words: string
  file: string
  line: number
}

/**
 * Finds the rows of tables, and the cards of a page, that name something in one place and a price in another. Only a
 * person knows whether it is a program: it can also be a fee, a fine, or a book.
 */
export function findPriceTables(pages: SourcePage[]): PriceRow[] {
  const rows = pages.flatMap(({ html, page, scanned }) => {
    if (page.isTooDeep) return []
    const language = scanned.language?.value ?? 'en'
    const elements = findElements(fromHtml(html))
    return [...findRows(elements), ...findCards(elements, language)]
      .flatMap((row) => readRow(row, language) ?? [])
      .map(({ name, prices, words, line }) => ({
        program: { name, prices, path: page.path },
        words,
        file: page.file,
        line,
      }))
  })
  // A table can be on several pages.
  return [...new Map(rows.toReversed().map((row) => [row.program.name, row])).values()].toReversed()
}

/** The elements that say what something is, and what it costs. */
interface Parts {
  element: Element
  parts: Element[]
}

function findRows(elements: Element[]): Parts[] {
  return elements
    .filter(({ tagName }) => tagName === 'tr')
    .map((element) => ({ element, parts: childElements(element, /^t[dh]$/) }))
}

/** Finds the smallest elements with one heading and a price, of which a page has several with the same class. */
function findCards(elements: Element[], language: string): Parts[] {
  const found = new Map<Element, Element[]>()
  const cards: Parts[] = []
  for (const element of elements.toReversed()) {
    const inside = childElements(element, /./).flatMap((child) => found.get(child) ?? [])
    const isPart = HEADING.test(element.tagName) || readPrice(cellText(element), language)
    const parts = inside.length === 0 && isPart ? [element] : inside
    const headings = parts.filter(({ tagName }) => HEADING.test(tagName))
    if (headings.length === 1 && parts.length > 1) cards.push({ element, parts })
    else if (!STRUCK.test(element.tagName)) found.set(element, parts)
  }
  const kindOf = ({ element: { tagName, properties } }: Parts): string =>
    `${tagName} ${String(properties['className'])}`
  const kinds = Map.groupBy(cards, kindOf)
  return cards.toReversed().filter((card) => kinds.get(kindOf(card))!.length > 1)
}

const HEADING = /^h[2-6]$/

function childElements({ children }: Element, tagName: RegExp): Element[] {
  return children.filter(
    (node): node is Element => node.type === 'element' && tagName.test(node.tagName),
  )
}

function readRow({ element, parts }: Parts, language: string) {
  const cells = parts.map(cellText)
  const name = cells.find((cell) => /\p{L}{3}/u.test(cell) && !readPrice(cell, language))
  const prices = cells.flatMap((cell) => readPrice(cell, language) ?? [])
  if (name === undefined || name.length > MAX_NAME || prices.length === 0) return undefined
  const words = cells.filter((cell) => cell !== '').join(' | ')
  return { name: name.replaceAll(/[[\]]/g, ''), prices, words, line: element.position!.start.line }
}

function cellText(element: Element): string {
  return collapseSpace(textOf(withoutStruck(element)))
}

/** A longer text is not a name. */
const MAX_NAME = 100

/** A price that is struck out is no longer true. */
function withoutStruck<Node extends Nodes>(node: Node): Node {
  if (!('children' in node)) return node
  const children = node.children.filter(
    (child) => child.type !== 'element' || !STRUCK.test(child.tagName),
  )
  return { ...node, children: children.map((child) => withoutStruck(child)) }
}

const STRUCK = /^(?:s|del|strike)$/

/** Reads a cell that contains only a price: `240 zł`, `ab 1.500,00 €`, `$45 / month`. */
function readPrice(cell: string, language: string): PricedProgram['prices'][number] | undefined {
  const [, before, number, after] = PRICE.exec(cell) ?? []
  const sign = (after || before || '').toLowerCase().replace(/\.$/, '')
  const code = sign.toUpperCase()
  const currency = CODES.has(code) ? code : (SIGNS[sign] ?? (sign === '$' ? dollars(language) : ''))
  if (!number || !currency) return undefined
  const [, whole = number, decimals = '0'] = /^(.*)[.,](\d{1,2})$/.exec(number) ?? []
  return { amount: Number(`${whole.replaceAll(/\D/g, '')}.${decimals}`), currency }
}

const PRICE =
  /^(?:(?:ab|da|desde|dès|from|od|vanaf|від|от) )?(\p{Sc}|[A-Z]{3})? ?(\d{1,3}(?:[ .,'\u00A0]\d{3})+(?:[.,]\d\d)?|\d{1,6}(?:[.,]\d\d)?)(?:,[-–—])? ?(\p{Sc}|\p{L}{1,6})?\.?(?: ?(?:\/|per|pro) ?[\p{L}\d. ]{1,15})?$/u

const CODES = new Set(Intl.supportedValuesOf('currency'))

/** How pages write the currencies of one country. A dollar has many, so the language of the page decides. */
const SIGNS: Record<string, string> = Object.fromEntries(
  '€ EUR,euro EUR,£ GBP,zł PLN,zl PLN,kč CZK,ft HUF,lei RON,₽ RUB,руб RUB,₴ UAH,грн UAH,₸ KZT,тг KZT,тенге KZT,₺ TRY,tl TRY,₪ ILS,₹ INR,₩ KRW,лв BGN'
    .split(',')
    .map((pair) => pair.split(' ')),
)

function dollars(language: string): string | undefined {
  const regions: Record<string, string> = { US: 'USD', CA: 'CAD', AU: 'AUD', NZ: 'NZD', MX: 'MXN' }
  return regions[new Intl.Locale(language).region ?? '']
}

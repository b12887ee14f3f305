import type { Element, Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { collapseSpace, findElements, textOf } from '../site/elements.ts'
import type { SourcePage } from './read-pages.ts'

export interface PricedProgram {
  name: string
  prices: { amount: number; currency: string; per?: string }[]
  path: string
}

export interface PriceRow {
  program: PricedProgram
  words: string
  file: string
  line: number
}

/**
 * Finds the rows of tables that name something in one cell and a price in another. Only a person knows whether it is a
 * program: it can also be a fee, a fine, or a book. A row whose price is a lower limit ("from 240 zł") is left out,
 * because a description cannot contain it.
 */
export function findPriceTables(pages: SourcePage[]): PriceRow[] {
  const rows = pages.flatMap(({ html, page, scanned }) => {
    if (page.isTooDeep) return []
    return findElements(fromHtml(html))
      .filter(({ tagName }) => tagName === 'tr')
      .flatMap((row) => readRow(row, scanned.language?.value ?? 'en') ?? [])
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

function readRow(row: Element, language: string) {
  const cells = row.children
    .filter((node): node is Element => node.type === 'element' && /^t[dh]$/.test(node.tagName))
    .map((cell) => collapseSpace(textOf(withoutStruck(cell))))
  const name = cells.find((cell) => /\p{L}{3}/u.test(cell) && !readPrice(cell, language))
  const prices = cells.flatMap((cell) => readPrice(cell, language) ?? [])
  if (name === undefined || name.length > MAX_NAME || prices.length === 0) return undefined
  if (prices.some(({ isLimit }) => isLimit)) return undefined
  return {
    name: name.replaceAll(/[[\]]/g, ''),
    prices: prices.map(({ price }) => price),
    words: cells.filter((cell) => cell !== '').join(' | '),
    line: row.position!.start.line,
  }
}

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
function readPrice(cell: string, language: string) {
  const [, limit, before, number, after, per] = PRICE.exec(cell) ?? []
  const sign = (after || before || '').toLowerCase().replace(/\.$/, '')
  const code = sign.toUpperCase()
  const currency = CODES.has(code) ? code : (SIGNS[sign] ?? (sign === '$' ? dollars(language) : ''))
  if (!number || !currency) return undefined
  const [, whole = number, decimals = '0'] = /^(.*)[.,](\d{1,2})$/.exec(number) ?? []
  const amount = Number(`${whole.replaceAll(/\D/g, '')}.${decimals}`)
  const price: PricedProgram['prices'][number] = { amount, currency, ...(per && { per }) }
  return { price, isLimit: limit !== undefined }
}

const PRICE =
  /^(?:(ab|da|desde|dès|from|od|vanaf|від|от) )?(\p{Sc}|[A-Z]{3})? ?(\d{1,3}(?:[ .,'\u00A0]\d{3})+(?:[.,]\d\d)?|\d{1,6}(?:[.,]\d\d)?)(?:,[-–—])? ?(\p{Sc}|\p{L}{1,6})?\.?(?: ?(?:\/|per|pro) ?([\p{L}\d. ]{1,15}))?$/u

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

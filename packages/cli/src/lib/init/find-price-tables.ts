import type { Element, Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { collapseSpace, findElements, textOf } from '../site/elements.ts'
import { wordPattern } from '../site/language-words.ts'
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
 * program: it can also be a fee, a fine, or a book. A description cannot contain a lower limit ("from 240 zł"), and the
 * unit of a price only if it is next to it, so rows with another limit or unit, or below one in the header, are left out.
 */
export function findPriceTables(pages: SourcePage[]): PriceRow[] {
  const rows = pages.flatMap(({ html, page, scanned }) => {
    if (page.isTooDeep) return []
    return findElements(fromHtml(html))
      .filter(({ tagName }) => tagName === 'table')
      .flatMap((table) => readTable(table, scanned.language?.value ?? 'en'))
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

function readTable(table: Element, language: string) {
  const parts = findElements(table)
  const captions = parts.filter(({ tagName }) => tagName === 'caption').map((each) => textOf(each))
  // The texts above each column before the first price, and the last row of one cell.
  const header: string[] = []
  let section = ''
  let hasPrices = false
  return parts
    .filter(({ tagName }) => tagName === 'tr')
    .flatMap((row) => {
      const cells = row.children
        .filter((node): node is Element => node.type === 'element' && /^t[dh]$/.test(node.tagName))
        .map((cell) => collapseSpace(textOf(withoutStruck(cell))))
      const prices = cells.map((cell) => readPrice(cell, language))
      hasPrices ||= prices.some(Boolean)
      if (cells.length === 1) [section = ''] = cells
      else if (!hasPrices)
        cells.forEach((cell, index) => (header[index] = `${header[index] ?? ''} ${cell}`))
      const isLimit = cells.some(
        (cell) => FROM.test(cell) && readPrice(cell.replace(FROM, '').trim(), language),
      )
      const found = readRow(cells, prices)
      const isQualified = prices.some((price, index) => {
        const texts = [
          ...captions,
          section,
          header[index],
          ...cells.filter((cell) => !/\d/.test(cell) && cell !== found?.name),
        ]
        return price && texts.some((text = '') => FROM.test(text) || (!price.per && PER.test(text)))
      })
      return found && !isLimit && !isQualified ? [{ ...found, line: row.position!.start.line }] : []
    })
}

const FROM = wordPattern('from')
const PER = wordPattern('per')

function readRow(cells: string[], prices: ReturnType<typeof readPrice>[]) {
  const name = cells.find((cell, index) => /\p{L}{3}/u.test(cell) && !prices[index])
  const found = prices.filter((price) => price !== undefined)
  if (name === undefined || name.length > MAX_NAME || found.length === 0) return undefined
  return {
    name: name.replaceAll(/[[\]]/g, ''),
    prices: found,
    words: cells.filter((cell) => cell !== '').join(' | '),
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
function readPrice(cell: string, language: string): PricedProgram['prices'][number] | undefined {
  const [, before, number, after, per] = PRICE.exec(cell) ?? []
  const sign = (after || before || '').toLowerCase().replace(/\.$/, '')
  const code = sign.toUpperCase()
  const currency = CODES.has(code) ? code : (SIGNS[sign] ?? (sign === '$' ? dollars(language) : ''))
  if (!number || !currency) return undefined
  const [, whole = number, decimals = '0'] = /^(.*)[.,](\d{1,2})$/.exec(number) ?? []
  const amount = Number(`${whole.replaceAll(/\D/g, '')}.${decimals}`)
  return { amount, currency, ...(per && { per }) }
}

const PRICE =
  /^(\p{Sc}|[A-Z]{3})? ?(\d{1,3}(?:[ .,'\u00A0]\d{3})+(?:[.,]\d\d)?|\d{1,6}(?:[.,]\d\d)?)(?:,[-–—])? ?(\p{Sc}|\p{L}{1,6})?\.?(?: ?(?:\/|per|pro) ?([\p{L}\d. ]{1,15}))?$/u

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

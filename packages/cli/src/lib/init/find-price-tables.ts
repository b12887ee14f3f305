import { type Finding, readPage } from '@conversion-capi/content'
import type { Element, Nodes } from 'hast'

import { collapseSpace, findElements, textOf } from '../site/elements.ts'
import { wordPattern, wordsOf } from '../site/language-words.ts'
import type { SourcePage } from './read-pages.ts'

export interface PricedProgram {
  name: string
  prices: Price[]
  path: string
}

interface Price {
  amount: number
  currency: string
  per?: string
  from?: true
}

export interface PriceRow {
  program: PricedProgram
  words: string
  file: string
  line: number
}

/**
 * Finds the rows of tables that name something in one cell and a price in another. Only a person knows whether it is a
 * program: it can also be a fee, a fine, or a book. Rows with another unit or limit than the language's words for them,
 * such as "first month", are left out, and named in the findings.
 */
export function findPriceTables(pages: SourcePage[]): { rows: PriceRow[]; findings: Finding[] } {
  const findings: Finding[] = []
  const rows = pages.flatMap(({ html, page: { path, file }, scanned }) => {
    const { tree } = readPage({ path, contentType: 'text/html', body: html })
    return findElements(tree!)
      .filter(({ tagName }) => tagName === 'table')
      .flatMap((table) => readTable(table, scanned.language?.value ?? 'en'))
      .flatMap(({ name, prices, words, line }) => {
        if (prices) return { program: { name, prices, path }, words, file, line }
        findings.push({ level: 'info', file, line, ...UNCLEAR })
        return []
      })
  })
  // A table can be on several pages.
  const unique = new Map(rows.toReversed().map((row) => [row.program.name, row]))
  return { rows: [...unique.values()].toReversed(), findings }
}

const UNCLEAR = {
  message: 'The unit or the limit of a price in the table is unclear, so init leaves the row out.',
  fix: 'If it is a program, add it to school.config.ts.',
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
      const name = cells.find((cell, index) => /\p{L}{3}/u.test(cell) && !prices[index])
      if (name === undefined || name.length > MAX_NAME || !prices.some(Boolean)) return []
      const texts = [
        ...captions,
        section,
        ...cells.filter((cell) => !/\d/.test(cell) && cell !== name),
      ]
      const found = prices.flatMap((price, index) =>
        price ? [addTerms(price, [...texts, header[index] ?? ''], language)] : [],
      )
      return {
        name: name.replaceAll(/[[\]]/g, ''),
        prices: found.every((price) => price !== undefined) ? found : undefined,
        words: cells.filter((cell) => cell !== '').join(' | '),
        line: row.position!.start.line,
      }
    })
}

const FROM = wordPattern('from')
const PER = wordPattern('per')
const PRICE_WORDS = new Set(wordsOf('price'))

/** Adds the unit and the lower limit in the texts around a price. Returns `undefined` if they contain other words. */
function addTerms(price: Price, texts: string[], language: string): Price | undefined {
  const terms = texts.filter((text) => FROM.test(text) || (!price.per && PER.test(text)))
  if (terms.length === 0) return price
  const units = new Map(
    wordsOf('unit', language.split('-')[0]).flatMap((entry) => {
      const [unit = '', words = ''] = entry.split('=')
      return words.split(',').map((word) => [word, unit])
    }),
  )
  const words = terms.flatMap(
    (text) =>
      text
        .replace(FROM, '')
        .toLowerCase()
        .match(/[\p{L}\d]+/gu) ?? [],
  )
  const [per, other] = new Set(words.flatMap((word) => units.get(word) ?? []))
  const isPlain = (word: string): boolean =>
    units.has(word) || PRICE_WORDS.has(word) || word in SIGNS || CODES.has(word.toUpperCase())
  if (other || !words.every(isPlain)) return undefined
  const isFrom = terms.some((text) => FROM.test(text))
  return { ...price, ...(!price.per && per && { per }), ...(isFrom && { from: true }) }
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
function readPrice(cell: string, language: string): Price | undefined {
  const bare = cell.replace(FROM, '').trim()
  const [, before, number, after, per] = PRICE.exec(bare) ?? []
  const sign = (after || before || '').toLowerCase().replace(/\.$/, '')
  const code = sign.toUpperCase()
  const currency = CODES.has(code) ? code : (SIGNS[sign] ?? (sign === '$' ? dollars(language) : ''))
  if (!number || !currency) return undefined
  const [, whole = number, decimals = '0'] = /^(.*)[.,](\d{1,2})$/.exec(number) ?? []
  const amount = Number(`${whole.replaceAll(/\D/g, '')}.${decimals}`)
  return { amount, currency, ...(per && { per }), ...(bare !== cell && { from: true }) }
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

import type { Nodes } from 'hast'

import { collapseSpace } from '../site/elements.ts'

/** A price as a page states it. */
export interface Price {
  amount: number
  /** ISO 4217 code. */
  currency: string
  /** The unit, in the words of the page: `month`, `maand`. */
  per?: string
}

/** Prices under one heading. */
export interface PricedHeading {
  heading: string
  prices: Price[]
}

/** How to read prices. */
export interface PriceOptions {
  /** The language of the page. Its region decides what `$` is. */
  language?: string
  /** The currency of signs that several currencies share. */
  currency?: string
}

/**
 * Finds the prices in a page, with the nearest heading before them. Prices without a heading are left out, because
 * nothing says what they are for.
 *
 * @param body The body of the page.
 * @param options How to read prices.
 */
export function findPricedHeadings(body: Nodes, options: PriceOptions = {}): PricedHeading[] {
  const found = new Map<string, Price[]>()
  let heading = ''
  for (const { text, isHeading } of readBlocks(body)) {
    const prices = findPrices(text, options)
    if (isHeading && prices.length === 0) heading = text
    if (heading === '' || prices.length === 0) continue
    const known = found.get(heading) ?? []
    const isNew = (price: Price): boolean =>
      !known.some((each) => JSON.stringify(each) === JSON.stringify(price))
    found.set(heading, [...known, ...prices.filter(isNew)])
  }
  return [...found].map(([heading, prices]) => ({ heading, prices }))
}

/**
 * Finds each number next to the sign, the name or the code of a currency, and the unit that follows: `240 zł`,
 * `€1,500.00 per month`, `JOD 45`. A sign that several currencies share counts only if the options decide.
 *
 * @param text The text.
 * @param options How to read prices.
 */
export function findPrices(text: string, options: PriceOptions = {}): Price[] {
  const latin = toLatinDigits(text).replaceAll(/\s+/g, ' ')
  const prices: Price[] = []
  let last = 0
  for (const { index, 0: amount } of latin.matchAll(AMOUNT)) {
    const end = index + amount.length
    const rest = latin.slice(end, end + MAX_CONTEXT)
    // A sign between two numbers belongs to the first.
    const before = SIGN_BEFORE.exec(latin.slice(Math.max(last, index - MAX_SIGN), index))?.[1]
    const [matched = '', after] = SIGN_AFTER.exec(rest) ?? []
    const currencyAfter = readSign(after, options)
    const currency = readSign(before, options) ?? currencyAfter
    if (currency === undefined) continue
    last = end + (currencyAfter === undefined ? 0 : matched.length)
    const value = parseAmount(amount)
    if (value > MAX_AMOUNT) continue
    const per = findUnit(latin.slice(last, last + MAX_CONTEXT), options.language)
    prices.push({ amount: value, currency, ...(per !== undefined && { per }) })
  }
  return prices
}

/** Groups of three digits, or digits without a separator. */
const AMOUNT = /(?<![\d.,])(?:\d{1,3}(?:[ .,']\d{3})+|\d+)(?:[.,]\d{1,2})?(?![\d])/g

/** A sign has letters before it in `CA$`. An abbreviation ends with a dot in `د.أ.`. */
const SIGN_BEFORE = /(\p{L}{0,3}\p{Sc}|\p{L}[\p{L}\p{M}.]{0,11})\s*$/u
const SIGN_AFTER = /^\s*(?:,[-–—]\s*)?(\p{L}{0,3}\p{Sc}|\p{L}[\p{L}\p{M}.]{0,11})/u

const MAX_SIGN = 20
const MAX_CONTEXT = 40
/** More is not a price, but a number such as an account. */
const MAX_AMOUNT = 1e9

function readSign(text: string | undefined, { language, currency }: PriceOptions) {
  const sign = text?.toLowerCase().replace(/\.$/, '')
  if (sign === undefined || sign === '') return undefined
  const shared = currency && signsOf(currency, SIGN_LOCALES).includes(sign) ? currency : undefined
  return shared ?? currencies(language).get(sign)
}

const SIGN_LOCALES = ['en', 'ar', 'pl', 'de']

const tables = new Map<string | undefined, Map<string, string>>()

/** Returns the currencies by the signs, names and codes that are unambiguous in a language. */
function currencies(language: string | undefined): Map<string, string> {
  const known = tables.get(language)
  if (known) return known
  const found = new Map<string, Set<string>>()
  const locales = [...new Set(['en', language ?? 'en'])]
  for (const code of Intl.supportedValuesOf('currency')) {
    for (const sign of signsOf(code, locales)) {
      found.set(sign, (found.get(sign) ?? new Set()).add(code))
    }
  }
  const table = new Map(
    [...found].flatMap(([sign, codes]) => (codes.size === 1 ? [[sign, [...codes][0]!]] : [])),
  )
  // `€` and `£` are also signs of former currencies, `$` is one of twenty.
  const hasRegion = language !== undefined && new Intl.Locale(language).region !== undefined
  for (const code of Intl.supportedValuesOf('currency')) {
    const sign = formatSign(hasRegion ? language : 'en', code, 'symbol')
    if (hasRegion || !SHARED.has(sign)) table.set(sign, code)
  }
  for (const code of Intl.supportedValuesOf('currency')) table.set(code.toLowerCase(), code)
  if (!hasRegion) for (const sign of SHARED) table.delete(sign)
  tables.set(language, table)
  return table
}

const SHARED = new Set(['$', '¥', 'kr'])

function signsOf(currency: string, locales: string[]): string[] {
  return (['symbol', 'narrowSymbol', 'name', 'code'] as const).flatMap((display) =>
    locales.map((locale) => formatSign(locale, currency, display)),
  )
}

function formatSign(
  locale: string,
  currency: string,
  currencyDisplay: 'symbol' | 'narrowSymbol' | 'name' | 'code',
): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    .formatToParts(1)
    .filter(({ type }) => type === 'currency')
  const sign = toPlain(parts.map(({ value }) => value).join(''))
  return sign.toLowerCase().replace(/\.$/, '')
}

/** Returns the unit after a price: `month` for ` / month`, `per month` and `a month`. */
function findUnit(rest: string, language = 'en'): string | undefined {
  const [, clear] =
    /^[^\p{L}\d/]{0,5}(?:\/|(?:per|pro|за)(?= )) ?(\p{L}[\p{L}\p{M}-]*)/iu.exec(rest) ?? []
  if (clear !== undefined) return clear
  const [, word] = /^ ?(?:\p{L}{1,4} )?(\p{L}[\p{L}\p{M}-]*)/u.exec(rest) ?? []
  return word !== undefined && timeUnits(language).has(word.toLowerCase()) ? word : undefined
}

const units = new Map<string, Set<string>>()

/** Returns the words for day, week, month, year and hour, as they follow a number and as names. */
function timeUnits(language: string): Set<string> {
  const known = units.get(language)
  if (known) return known
  const names = new Intl.DisplayNames(language, { type: 'dateTimeField' })
  const words = (['hour', 'day', 'week', 'month', 'year'] as const).flatMap((unit) => {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
    const part = format.formatToParts(1).find(({ type }) => type === 'unit')?.value
    const name = names.of(unit === 'week' ? 'weekOfYear' : unit)
    return [part, name].flatMap((word) => (word ? [word.toLowerCase()] : []))
  })
  units.set(language, new Set(words))
  return units.get(language)!
}

/** Removes the marks that set the direction of Arabic signs. */
function toPlain(text: string): string {
  return text.replaceAll(/[\u200e\u200f\u061c]/g, '').trim()
}

function toLatinDigits(text: string): string {
  return toPlain(text)
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.codePointAt(0)! - 0x06_60))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
}

/** The last separator before one or two digits is the decimal one. */
function parseAmount(text: string): number {
  const [, whole = text, decimals = ''] = /^(.*)[.,](\d{1,2})$/.exec(text) ?? []
  return Number(`${whole.replaceAll(/\D/g, '')}.${decimals || '0'}`)
}

/** Returns the text with spaces around everything that is not inline. */
export function textOf(node: Nodes | undefined): string {
  return node === undefined ? '' : collapseSpace(rawText(node))
}

function rawText(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && NO_TEXT.test(node.tagName)) return ''
  const text = 'children' in node ? node.children.map((child) => rawText(child)).join('') : ''
  return node.type === 'element' && INLINE.test(node.tagName) ? text : ` ${text} `
}

/** Returns the texts of the blocks of a page in order: a paragraph, a heading, a cell. */
function readBlocks(body: Nodes): { text: string; isHeading: boolean }[] {
  const blocks: { text: string; isHeading: boolean }[] = []
  let text = ''
  const flush = (isHeading: boolean): void => {
    const collapsed = collapseSpace(text)
    if (collapsed !== '') blocks.push({ text: collapsed, isHeading })
    text = ''
  }
  const read = (node: Nodes, isHeading: boolean): void => {
    if (node.type === 'text') text += node.value
    if (!('children' in node)) return
    if (node.type === 'element' && NO_TEXT.test(node.tagName)) return
    const isInline = node.type === 'element' && INLINE.test(node.tagName)
    const isBreak = node.type === 'element' && node.tagName === 'br'
    const isOwnHeading = node.type === 'element' && /^h[1-6]$/.test(node.tagName)
    if (isBreak) text += ' '
    else if (!isInline) flush(isHeading)
    for (const child of node.children) read(child, isHeading || isOwnHeading)
    if (!isInline && !isBreak) flush(isHeading || isOwnHeading)
  }
  read(body, false)
  return blocks
}

const NO_TEXT = /^(?:noscript|script|style|template)$/
const INLINE = /^(?:a|abbr|b|bdi|bdo|code|em|i|mark|s|small|span|strong|sub|sup|time|u|wbr)$/

import type { Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { collapseSpace, findElements } from '../site/elements.ts'

/** What `init` finds in a handwritten page. */
export interface ScannedPage {
  /** The path of its URL. */
  path: string
  /** Its path in the pages folder. */
  file: string
  title?: string
  /** The meta description, or the first paragraph. */
  description?: string
  /** The text of the first `<h1>`. */
  heading?: string
  /** The first price in the currency of the school. */
  price?: number
  /** The address of the first `mailto:` link. */
  email?: string
  /** Whether search engines must not list it. */
  isHidden: boolean
}

/**
 * Reads the facts in a page.
 *
 * @param path The path of its URL.
 * @param file Its path in the pages folder.
 * @param html The page.
 * @param currency The currency of prices.
 */
export function scanPage(path: string, file: string, html: string, currency: string): ScannedPage {
  const elements = findElements(fromHtml(html))
  const meta = (name: string): string =>
    String(
      elements.find(({ properties }) => properties['name'] === name)?.properties['content'] ?? '',
    )
  const text = (tag: string): string =>
    textOf(elements.find(({ tagName, children }) => tagName === tag && children.length > 0))
  const body = elements.find(({ tagName }) => tagName === 'body')!
  const price = findPrice(textOf(body), currency)
  const mailto = elements
    .map(({ properties }) => String(properties['href'] ?? ''))
    .find((href) => /^mailto:./i.test(href))
  const optional = {
    title: text('title').replaceAll(/[[\]]/g, ''),
    description: collapseSpace(meta('description')) || text('p'),
    heading: text('h1').replaceAll(/[[\]]/g, ''),
    email: mailto?.slice('mailto:'.length).split('?')[0] ?? '',
  }
  return {
    path,
    file,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
    ...(price !== undefined && { price }),
    isHidden: /\b(?:noindex|none)\b/i.test(meta('robots')),
  }
}

/**
 * Finds the first number next to the sign or the code of a currency: `240 zł`, `€1,500.00`, `JOD 45`.
 *
 * @param text The text.
 * @param currency ISO 4217 code.
 */
export function findPrice(text: string, currency: string): number | undefined {
  const signs = new Set(
    (['symbol', 'narrowSymbol', 'code'] as const).flatMap((currencyDisplay) =>
      ['en', 'ar', 'pl', 'de'].map((locale) => formatSign(locale, currency, currencyDisplay)),
    ),
  )
  const sign = `(?:${[...signs].map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`
  const before = new RegExp(String.raw`${sign}\s*$`, 'iu')
  const after = new RegExp(String.raw`^\s*${sign}`, 'iu')
  const latin = toLatinDigits(text).replaceAll(/\s+/g, ' ')
  for (const { index, 0: amount } of latin.matchAll(/\d+(?:[.,' ]+\d+)*/g)) {
    const end = index + amount.length
    const isPrice =
      before.test(latin.slice(Math.max(0, index - MAX_SIGN), index)) ||
      after.test(latin.slice(end, end + MAX_SIGN))
    if (isPrice) return parseAmount(amount)
  }
  return undefined
}

/** More characters than a sign, a code or the space next to it has. */
const MAX_SIGN = 20

function formatSign(
  locale: string,
  currency: string,
  currencyDisplay: 'symbol' | 'narrowSymbol' | 'code',
): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    .formatToParts(1)
    .filter(({ type }) => type === 'currency')
  return parts.map(({ value }) => toPlain(value)).join('')
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

function textOf(node: Nodes | undefined): string {
  return node === undefined ? '' : collapseSpace(rawText(node))
}

/** Returns the text with spaces around everything that is not inline. */
function rawText(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && /^(?:script|style|template)$/.test(node.tagName)) return ''
  const text = 'children' in node ? node.children.map((child) => rawText(child)).join('') : ''
  return node.type === 'element' && INLINE.test(node.tagName) ? text : ` ${text} `
}

const INLINE = /^(?:a|abbr|b|bdi|bdo|code|em|i|mark|s|small|span|strong|sub|sup|time|u|wbr)$/

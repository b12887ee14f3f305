import type { CallExpression } from 'acorn'
import { full } from 'acorn-walk'
import type { Element, Nodes } from 'hast'

import { collapseSpace, textOf } from '../site/elements.ts'
import { parseProgram, resolvePath } from '../site/script/parse-script.ts'
import { evaluate } from '../site/script/static-value.ts'
import { detectLanguage } from './detect-language.ts'
import { findConsent } from './find-consent.ts'
import { type LinkedFacts, readLinkedFacts } from './read-linked-facts.ts'

/** A value in a page, and where it is. */
export interface FoundValue {
  value: string
  /** What states it: `<html lang>`. Not set if the line says it. */
  tag?: string
  line: number
}

/** What `init` finds in a handwritten page. */
export interface ScannedPage {
  /** The path of its URL. */
  path: string
  /** Its path in the pages folder. */
  file: string
  title?: string
  /** The meta description. */
  description?: string
  /** The text of the first `<h1>`. */
  heading?: string
  /** The email address of the first `mailto:` link. */
  email?: string
  /** The number of the first `tel:` link. */
  phone?: string
  /** The lines of the first `<address>`. */
  address?: string[]
  /** The facts in its JSON-LD. */
  linked: LinkedFacts
  /** Language versions, by their language: absolute URLs, or paths. */
  alternates: [language: string, href: string][]
  language?: FoundValue
  siteName?: FoundValue
  /** The origin of the site. */
  origin?: FoundValue
  pixelId?: FoundValue
  /** `wait`, if the page asks for consent before it tracks. */
  consent?: FoundValue
  /** The name of the program that created the page: `Webflow`. */
  builder?: string
  /** Whether search engines must not list it. */
  isHidden: boolean
}

/**
 * Reads the facts in a page.
 *
 * @param path The path of its URL.
 * @param file Its path in the pages folder.
 * @param elements The elements of the page.
 */
export function scanPage(path: string, file: string, elements: Element[]): ScannedPage {
  const find = (tag: string): Element | undefined =>
    elements.find(({ tagName, children }) => tagName === tag && children.length > 0)
  const text = (tag: string): string => textOf(find(tag)).replaceAll(/[[\]]/g, '')
  const linked = readLinkedFacts(elements)
  const optional = {
    title: text('title'),
    description: meta(elements, 'description')?.value ?? '',
    heading: text('h1'),
    email: findLink(elements, 'mailto:').split('?')[0]!,
    phone: findLink(elements, 'tel:').replaceAll(/[^+\d]/g, ''),
  }
  const found = {
    language: findLanguage(elements, textOf(find('body'))),
    siteName: meta(elements, 'og:site_name'),
    origin: findOrigin(elements),
    pixelId: findPixelId(elements),
    consent: findConsent(elements),
    builder: findBuilder(elements),
    address: readLines(find('address')),
  }
  return {
    path,
    file,
    ...keepDefined(optional, (value) => value !== ''),
    ...keepDefined(found, (value) => value !== undefined),
    linked,
    alternates: elements.flatMap(({ tagName, properties }) => {
      const { hrefLang, href } = properties
      const isAlternate = tagName === 'link' && typeof hrefLang === 'string' && href
      return isAlternate ? [[hrefLang, String(href)] as [string, string]] : []
    }),
    isHidden: /\b(?:noindex|none)\b/i.test(meta(elements, 'robots')?.value ?? ''),
  }
}

function keepDefined<Value extends object>(
  values: Value,
  isKept: (value: unknown) => boolean,
): { [Key in keyof Value]?: NonNullable<Value[Key]> } {
  const kept = Object.entries(values).filter(([, value]) => isKept(value))
  return Object.fromEntries(kept) as { [Key in keyof Value]?: NonNullable<Value[Key]> }
}

function lineOf({ position }: Element): number {
  return position?.start.line ?? 1
}

/** Returns the content of a `<meta>`, which has a `name` or, in Open Graph, a `property`. */
function meta(elements: Element[], name: string): FoundValue | undefined {
  const element = elements.find(
    ({ tagName, properties }) =>
      tagName === 'meta' &&
      String(properties['name'] ?? properties['property']).toLowerCase() === name &&
      collapseSpace(String(properties['content'] ?? '')) !== '',
  )
  if (!element) return undefined
  const value = collapseSpace(String(element.properties['content']))
  return { value, tag: name, line: lineOf(element) }
}

function findLanguage(elements: Element[], text: string): FoundValue | undefined {
  const declared = findDeclaredLanguage(elements)
  const value = detectLanguage(text, declared?.value)
  if (value === undefined || value === declared?.value)
    return value === undefined ? undefined : declared
  const root = elements.find(({ tagName }) => tagName === 'html')!
  return { value, tag: 'the letters of the text', line: lineOf(root) }
}

function findDeclaredLanguage(elements: Element[]): FoundValue | undefined {
  const root = elements.find(({ tagName }) => tagName === 'html')!
  const lang = root.properties['lang']
  const fromOpenGraph = meta(elements, 'og:locale')
  const candidates = [
    ...(typeof lang === 'string' ? [{ value: lang, tag: '<html lang>', line: lineOf(root) }] : []),
    ...(fromOpenGraph ? [fromOpenGraph] : []),
  ]
  for (const candidate of candidates) {
    const value = canonicalLanguage(candidate.value)
    if (value !== undefined) return { ...candidate, value }
  }
  return undefined
}

/** Returns a language tag in its canonical form: `nl-NL` for `nl_nl`. */
function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

function findOrigin(elements: Element[]): FoundValue | undefined {
  const canonical = elements.find(
    ({ tagName, properties: { rel } }) =>
      tagName === 'link' && Array.isArray(rel) && rel.includes('canonical'),
  )
  const candidates = [
    ...(canonical
      ? [
          {
            value: String(canonical.properties['href'] ?? ''),
            tag: 'canonical',
            line: lineOf(canonical),
          },
        ]
      : []),
    ...[meta(elements, 'og:url')].filter((each) => each !== undefined),
  ]
  for (const candidate of candidates) {
    const url = URL.canParse(candidate.value) ? new URL(candidate.value) : undefined
    // Only https can be tracked. Hosts redirect to it.
    if (url && /^https?:$/.test(url.protocol)) return { ...candidate, value: `https://${url.host}` }
  }
  return undefined
}

function findLink(elements: Element[], scheme: 'mailto:' | 'tel:'): string {
  const href = elements
    .map(({ tagName, properties }) => (tagName === 'a' ? String(properties['href'] ?? '') : ''))
    .find((each) => each.toLowerCase().startsWith(scheme) && each.length > scheme.length)
  return decode((href ?? '').slice(scheme.length)).trim()
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the texts between the line breaks of an element. */
function readLines(element: Element | undefined): string[] | undefined {
  if (element === undefined) return undefined
  const lines: Nodes[][] = [[]]
  for (const child of element.children) {
    if (child.type === 'element' && /^(?:br|div|p|li|span)$/.test(child.tagName)) lines.push([])
    lines.at(-1)!.push(child)
  }
  return lines
    .map((nodes) => collapseSpace(nodes.map((node) => textOf(node)).join(' ')))
    .filter((line) => line !== '')
}

/** Finds the id in `fbq('init', '…')`, or in the image for visitors without JavaScript. */
function findPixelId(elements: Element[]): FoundValue | undefined {
  for (const element of elements) {
    const [code] = element.children
    if (element.tagName === 'script' && code?.type === 'text' && code.value.includes('fbq')) {
      const found = findPixelInit(code.value)
      if (found) return { ...found, line: found.line + code.position!.start.line - 1 }
    }
    const [, id] = PIXEL_IMAGE.exec(String(element.properties['src'] ?? '')) ?? []
    if (element.tagName === 'img' && id) return { value: id, line: lineOf(element) }
  }
  return undefined
}

/** The image in the `<noscript>` of Meta's base code. */
export const PIXEL_IMAGE =
  /^(?:https?:)?\/\/www\.facebook\.com\/tr\/?\?(?:.*&)?id=(\d{5,20})(?:&|$)/

function findPixelInit(code: string): FoundValue | undefined {
  let found: FoundValue | undefined
  try {
    full(parseProgram(code), (node) => {
      if (node.type !== 'CallExpression' || found) return
      const { callee, arguments: args, loc } = node as CallExpression
      const [command, id] = args.map((argument) => evaluate(argument, new Map()))
      const isInit = command === 'init' && resolvePath(callee)?.join('.') === 'fbq'
      if (isInit && /^\d{5,20}$/.test(String(id))) {
        found = { value: String(id), line: loc!.start.line }
      }
    })
  } catch {
    // A script that cannot be parsed. A RangeError if it is nested too deep.
  }
  return found
}

/** Programs whose name is in their pages, but not in `<meta name="generator">`. */
const BUILDERS: [name: string, isMatch: (element: Element) => boolean][] = [
  ['Webflow', ({ properties }) => properties['dataWfPage'] !== undefined],
  ['Tilda', ({ properties }) => properties['dataTildaPageId'] !== undefined],
]

/** Frameworks also write a `generator`, but their pages are built from a project. */
function findBuilder(elements: Element[]): string | undefined {
  const [generator] = (meta(elements, 'generator')?.value ?? '').split(/[\s,;(]/)
  if (generator) return generator
  return BUILDERS.find(([, isMatch]) => elements.some((element) => isMatch(element)))?.[0]
}

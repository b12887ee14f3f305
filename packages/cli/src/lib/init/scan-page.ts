import { tryCall } from '@conversion-capi/meta/terminal'
import type { Element } from 'hast'

import { attribute, collapseSpace, imageUrls, lineOf } from '../site/elements.ts'
import type { Page } from '../site/page.ts'
import { detectLanguage } from './detect-language.ts'
import { findApplication } from '../site/page-roles.ts'
import { isPixelCall } from '../site/script/parse-script.ts'
import type { FoundValue } from './answers.ts'
import { findConsent } from './find-consent.ts'
import { readLinkedFacts } from '../site/read-linked-facts.ts'

export type ScannedPage = ReturnType<typeof scanPage>

export function scanPage(page: Page, html: string) {
  const { elements, title } = page
  const application = findApplication(page)
  const emails = findLinks(page, 'mailto:', EMAIL, (text) => text.toLowerCase().split('?')[0]!)
  const phones = findLinks(page, 'tel:', PHONE, (text) => text.replaceAll(/[^+\d]/g, '')).filter(
    ({ value }) => !PLACEHOLDER.test(value),
  )
  return {
    // A placeholder of a template, such as `{{ title }}`, is not a title.
    title: /\{\{|\{%|<[?%]/.test(title) ? '' : title.replaceAll(/[[\]]/g, ''),
    email: emails.find(({ other }) => other === undefined)?.value ?? '',
    phone: phones.find(({ other }) => other === undefined)?.value ?? '',
    contradictions: [...emails, ...phones].filter(({ other }) => other !== undefined),
    linked: readLinkedFacts(elements),
    // Language versions, by their language: absolute URLs, or paths.
    alternates: elements.flatMap(({ tagName, properties: { hrefLang, href } }) => {
      const isAlternate = tagName === 'link' && typeof hrefLang === 'string' && href
      return isAlternate ? [[hrefLang, String(href)] as [string, string]] : []
    }),
    language: findLanguage(page),
    siteName: meta(elements, 'og:site_name'),
    origin: findOrigin(page),
    pixelId: findPixelId(page),
    consent: findConsent(page, html),
    builder: findBuilder(elements),
    application: application && {
      value: attribute(application, 'src')!,
      line: lineOf(application),
    },
  }
}

function meta(elements: Element[], name: string): FoundValue | undefined {
  for (const element of elements) {
    const found = attribute(element, 'name') ?? attribute(element, 'property')
    const value = collapseSpace(attribute(element, 'content') ?? '')
    const isMatch = element.tagName === 'meta' && found?.toLowerCase() === name && value !== ''
    if (isMatch) return { value, tag: name, line: lineOf(element) }
  }
}

function findLanguage(page: Page): (FoundValue & { others?: string[] }) | undefined {
  const declared = findDeclaredLanguage(page.elements)
  const { value, others } = detectLanguage(page.text ?? '', declared?.value)
  if (value === undefined) return undefined
  const isDeclared = value === declared?.value
  if (isDeclared && !others) return declared
  const not = declared ? `, not ${declared.tag}` : ''
  const also = others ? `, which can also be ${others.join(' or ')}` : ''
  const tag = isDeclared
    ? `${declared.tag}, although more words are of ${others}`
    : `the words of the text${not}${also}`
  return { value, tag, line: declared?.line ?? 1, ...(others && { others }) }
}

function findDeclaredLanguage(elements: Element[]): FoundValue | undefined {
  const root = elements.find(({ tagName }) => tagName === 'html')
  const lang = root && attribute(root, 'lang')
  const candidates = [
    lang === undefined ? undefined : { value: lang, tag: '<html lang>', line: lineOf(root!) },
    meta(elements, 'og:locale'),
  ]
  for (const candidate of candidates) {
    // Open Graph writes `nl_NL`.
    const tag = candidate?.value.trim().replaceAll('_', '-')
    const [value] = tryCall(() => Intl.getCanonicalLocales(tag)) ?? []
    if (value !== undefined) return { ...candidate!, value }
  }
}

function findOrigin({ elements, document: { file } }: Page): FoundValue | undefined {
  const canonical = file.kind === 'html' ? file.document.canonical : undefined
  const candidates = [
    canonical && { value: canonical.href, tag: 'canonical', line: canonical.line ?? 1 },
    meta(elements, 'og:url'),
  ]
  for (const candidate of candidates) {
    const url = candidate && URL.canParse(candidate.value) ? new URL(candidate.value) : undefined
    // Only https can be tracked. Hosts redirect to it.
    if (url && /^https?:$/.test(url.protocol)) {
      return { ...candidate!, value: `https://${url.host}` }
    }
  }
}

/** Numbers of templates: no country code starts with 0. */
export const PLACEHOLDER = /^\+0|1234567890|0{8}|^$/

const EMAIL = /[^\s@<>()]+@[^\s@<>()]+\.\p{L}+/gu
const PHONE = /\+?\d(?:[\s()./-]*\d){6,14}/g

/**
 * Returns the values in links, with the `other` email or number that people read on a link, if that is a different one.
 * Two numbers are the same if their last seven digits are: the others can be codes.
 */
function findLinks(
  { labels = [] }: Page,
  scheme: 'mailto:' | 'tel:',
  shape: RegExp,
  normalize: (text: string) => string,
) {
  return labels.flatMap(({ element, text }) => {
    const href = attribute(element, 'href') ?? ''
    if (!href.toLowerCase().startsWith(scheme) || href.length === scheme.length) return []
    const target = href.slice(scheme.length)
    const value = normalize((tryCall(() => decodeURIComponent(target)) ?? target).trim())
    const shown = text.match(shape) ?? []
    const end = scheme === 'tel:' ? value.slice(-7) : value
    const isSame = shown.length === 0 || shown.some((each) => normalize(each).endsWith(end))
    return [{ value, other: isSame ? undefined : shown[0], line: lineOf(element) }]
  })
}

function findPixelId({ elements, scripts }: Page): FoundValue | undefined {
  for (const { calls, lineOffset } of scripts) {
    for (const call of calls) {
      const [, id] = call.args
      const value = /^(?:string|number)$/.test(typeof id) ? String(id) : ''
      const isInit = isPixelCall(call, 'init') && /^\d{5,20}$/.test(value)
      if (isInit) return { value, line: lineOffset + call.line }
    }
  }
  for (const element of elements) {
    const urls = /^(?:img|noscript)$/.test(element.tagName) ? imageUrls(element) : []
    const [, value] = urls.map((url) => PIXEL_IMAGE.exec(url)).find(Boolean) ?? []
    if (value) return { value, line: lineOf(element) }
  }
}

export const PIXEL_IMAGE =
  /^(?:https?:)?\/\/www\.facebook\.com\/tr\/?\?(?:.*&)?id=(\d{5,20})(?:&|$)/

/** Programs whose name is in their pages, but not in `<meta name="generator">`. */
const BUILDERS: [name: string, property: string][] = [
  ['Webflow', 'dataWfPage'],
  ['Tilda', 'dataTildaPageId'],
]

/** Frameworks also write a `generator`, but their pages are built from a project. */
function findBuilder(elements: Element[]): string | undefined {
  const [generator] = (meta(elements, 'generator')?.value ?? '').split(/[\s,;(]/)
  if (generator) return generator
  return BUILDERS.find(([, name]) => elements.some(({ properties }) => name in properties))?.[0]
}

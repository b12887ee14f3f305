import type { School } from '@conversion-capi/content'
import { isJsonObject } from '@conversion-capi/core/protocol'
import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'

import { type AppSource, findShell, OTHERS } from '../app/read-app.ts'
import { renderApp } from '../app/render-app.ts'
import { findElements } from '../site/elements.ts'
import { isStaticObject, type StaticValue } from '../site/script/static-value.ts'
import { findAddress, findStatedAddress } from './find-address.ts'
import { readOrganization, readStatements } from './read-statements.ts'

/** What states the metadata of all pages. */
const METADATA = /(?:layout|seo|site|meta|config|constants|info|settings)[^/]*$/i
/** The same, and what is at the head and the foot of each page. */
const NAMED =
  /(?:layout|seo|site|meta|config|constants|header|footer|nav|logo|hero|contact|content|info|home|index|social)[^/]*$/i
const EMAIL =
  /(?<![\w.+-])(?!ex[ae]mple)[\w.+-]+@(?!(?:ex[ae]mple|e?mail|correo|domain)\.|\d+x\.)[\w-]+(?:\.[a-z]{2,})+\b/gi
const PHONE = /\+[1-9](?:[ ().-]*\d){7,14}/g
/** The placeholders of templates. */
const NO_PHONE = /1234567|000000/
const NO_PROFILE = /\/in\/|your|user_?name|handle|example/i
const PLACEHOLDER = /placeholder=\S*?(['"`])[^]*?\1/g
const PROFILE =
  /https:\/\/(?:(?:www|m|[a-z]{2}(?:-[a-z]{2})?)\.)?(?:(?:facebook|instagram|linkedin|tiktok|twitter|vk|x|youtube)\.com|t\.me)\/(?!(?:dialog|embed|intent|login|plugins|share|sharer|tr|watch)\b)[\w@./?=-]{3,}/g
/** What a template calls every app. */
const TEMPLATE =
  /^(?:create next app|document|lovable|my app|next\.js|react app|svelte|v0 app|vite|vue|web site created|welcome|untitled)\b/i
const HOME =
  /(?:^|\/)(?:app|home(?:-?page)?|index|landing(?:-?page)?|page|\+page|\+layout|layout)\.\w+$/i

/**
 * Renders what an app states about the school as one page: its document, its metadata and constants, and the content of
 * its pages, the home page first. The contacts are those that it states most often.
 */
export function renderAppPage(all: AppSource[]): { path: string; html: string } | undefined {
  const app = renderApp(all)
  const sources = app.used.filter(({ path }) => !OTHERS.test(path))
  const shell = findShell(sources)
  const named = sources.filter((each) => each !== shell && NAMED.test(each.path))
  const first = shell ?? named.find((each) => METADATA.test(each.path)) ?? named[0]
  if (!first) return undefined
  const trees = app.rendered
    .filter(({ isPage, source }) => isPage || source === first)
    .toSorted((a, b) => rank(a.source, first) - rank(b.source, first))
    .map(({ tree }) => findElements(tree))
  const elements = trees.flat()
  const statements = [first, ...named.filter((each) => METADATA.test(each.path))].flatMap(
    ({ path }) => [...readStatements(app, path)],
  )
  const state = (pattern: RegExp, not = /^$/): string | undefined =>
    statements
      .filter(({ name }) => pattern.test(name))
      .map(({ value }) => toText(value))
      .find((each) => each !== undefined && !not.test(each))
  const meta = (name: string, content: string | undefined): Element[] =>
    content === undefined ? [] : [h('meta', { name, content })]
  const title = state(/^title$/, TEMPLATE)
  const head = [
    ...(title === undefined ? [] : [h('title', {}, title)]),
    ...meta('og:site_name', state(/^(?:siteName|SITE_NAME|schoolName|ogSiteName)$/)),
    ...meta('description', state(/^description$/)),
    ...meta('og:locale', state(/^(?:locale|defaultLocale|lang)$/)),
    ...meta(
      'og:url',
      state(/^(?:metadataBase|site|siteUrl|SITE_URL|canonical|baseUrl)$/, /^(?!https:)/),
    ),
  ]
  const written = elements.filter(isMetadata)
  const content = trees.flatMap(
    (tree) => tree.find(({ tagName }) => tagName === 'body')?.children ?? [],
  )
  const text = toHtml({ type: 'root', children: content })
  const find = (pattern: RegExp): string[] =>
    [text, ...[first, ...named].map(({ code }) => code)].flatMap(
      (each) => each.replaceAll(PLACEHOLDER, '').match(pattern) ?? [],
    )
  const stated = readOrganization(app, sources, elements)
  const [address] = [stated['address']].flat()
  const linked: Record<string, unknown> = {
    '@type': 'Organization',
    email: mostFrequent(find(EMAIL)),
    telephone: mostFrequent(
      find(PHONE)
        .map((each) => each.replaceAll(/[^+\d]/g, ''))
        .filter((each) => !NO_PHONE.test(each)),
    ),
    ...stated,
    address: {
      ...toPostalAddress(findStatedAddress(statements) ?? findAddress(content)),
      ...(isJsonObject(address) ? address : undefined),
    },
  }
  const script = h(
    'script',
    { type: 'application/ld+json' },
    JSON.stringify({
      ...linked,
      sameAs: [
        ...[linked['sameAs'] ?? []].flat().filter((each) => !/\bmaps\b/.test(String(each))),
        ...find(PROFILE)
          .filter((each) => !NO_PROFILE.test(each))
          // Links that were copied in the apps of these sites say who copied them.
          .map((each) => each.replace(/(?<!\/profile\.php)\?.*/, '')),
      ],
    }),
  )
  const lang = elements.find(({ tagName, properties }) => tagName === 'html' && properties['lang'])
  const html = h('html', { lang: lang?.properties['lang'] }, [
    h('head', {}, [
      ...(first.path.endsWith('.html') ? [...written, ...head] : [...head, ...written]),
      script,
    ]),
    h('body', {}, content),
  ])
  return { path: first.path, html: toHtml(html) }
}

function toPostalAddress(address: School['address']): object | undefined {
  return (
    address && {
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.region,
      postalCode: address.postalCode,
      addressCountry: address.country,
    }
  )
}

function rank({ path }: AppSource, first: AppSource): number {
  return path === first.path ? 0 : HOME.test(path) ? path.length : 1000
}

function isMetadata({ tagName, properties, children }: Element): boolean {
  const [text] = children
  if (tagName === 'title')
    return text?.type === 'text' && !TEMPLATE.test(text.value) && !/[{}]/.test(text.value)
  return (
    (tagName === 'meta' && !/^$|^web site created/i.test(String(properties['content']))) ||
    (tagName === 'link' && String(properties['rel']) === 'canonical' && Boolean(properties['href']))
  )
}

function toText(value: StaticValue): string | undefined {
  if (isStaticObject(value))
    return toText(value.entries.get('default') ?? value.entries.get('absolute'))
  return typeof value === 'string' && value.length > 1 ? value : undefined
}

function mostFrequent(values: string[]): string | undefined {
  const counts = [...Map.groupBy(values, (value) => value.toLowerCase())]
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

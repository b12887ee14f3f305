import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { CONVERSION_PATH, isJsonObject } from '@conversion-capi/core/protocol'
import { tryCall } from '@conversion-capi/meta/terminal'
import type { Element } from 'hast'

import { findCallingCodes, readCallingCodes } from '../check/calling-code.ts'
import { HOST_RECORDS, HOSTS } from '../hosts/hosts.ts'
import { type Platform, PLATFORMS } from '../project/site-options.ts'
import { attribute, lineOf } from '../site/elements.ts'
import { type FoundAnswer, type FoundAnswers, type FoundValue, toAnswer } from './answers.ts'
import { isPixelLoaded } from './find-consent.ts'
import { findName, findTitle } from './find-name.ts'
import { type Answers, QUESTIONS } from './questions.ts'
import type { PublishedPage, ReadPages, SourcePage } from './read-pages.ts'

/** Where hosts, builders and generators expect or write pages. Others follow by name. */
const FOLDERS = ['public', 'site', 'www', 'build', 'out', '_site', 'htdocs']

export function findFolder(root: string): FoundAnswer {
  // `build` writes `dist`.
  const folders = readFolder(root)
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$|dist$)/.test(entry.name))
    .map(({ name }) => name)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  for (const value of folders) {
    const pages = readFolder(join(root, value)).filter(({ name }) => /\.html?$/i.test(name))
    if (pages.length === 0) continue
    return { value, from: pages.length === 1 ? 'its HTML page' : `its ${pages.length} HTML pages` }
  }
  return { value: 'public', from: 'the default' }
}

function rank(folder: string): number {
  const index = FOLDERS.indexOf(folder)
  return index === -1 ? FOLDERS.length : index
}

function readFolder(path: string): Dirent[] {
  return tryCall(() => readdirSync(path, { withFileTypes: true })) ?? []
}

export function findAnswers(
  root: string,
  { pages, service }: Pick<ReadPages, 'pages' | 'service'>,
): FoundAnswers {
  const [host] = HOSTS.flatMap((value) => {
    const from = HOST_RECORDS[value].signs?.find((file) => existsSync(join(root, file)))
    return from === undefined ? [] : { value, from }
  })
  // The home page first: other pages can be about others.
  const sorted = pages.toSorted((a, b) => Number(isHome(b)) - Number(isHome(a)))
  // On a site without a home page, the first file is in any of its languages.
  const languages = Map.groupBy(pages, ({ scanned }) => scanned.language?.value)
  languages.delete(undefined)
  const [most = []] = [...languages.values()].toSorted((a, b) => b.length - a.length)
  return keepUsable({
    host,
    endpoint: findEndpoint(root),
    name:
      findFirst(sorted, ({ scanned: { siteName, linked } }) => [
        linked.name === undefined ? undefined : inLinked(linked.name, linked.line),
        siteName,
      ]) ??
      findTitle(sorted) ??
      findName(sorted, readPackageName(root)),
    url:
      findFirst(sorted, ({ scanned: { origin, linked } }) => [
        origin,
        linked.url !== undefined && URL.canParse(linked.url)
          ? inLinked(new URL(linked.url).origin, linked.line)
          : undefined,
      ]) ?? findOwnUrl(root),
    language: findFirst([...pages.filter(isHome), ...most], ({ scanned }) => [scanned.language]),
    pixelId: findFirst(sorted, ({ scanned }) => [scanned.pixelId]),
    consent:
      findFirst(sorted, ({ scanned }) => [scanned.consent]) ??
      // What runs by itself does not wait for a platform.
      (pages.some(({ page }) => page.scripts.some(isPixelLoaded)) ? undefined : service),
    program: findFirst(sorted, ({ scanned: { linked } }) => [
      linked.program === undefined
        ? undefined
        : {
            value: 'no',
            tag: `JSON-LD: with yes, Meta receives content_name "${linked.program}"`,
            line: linked.line ?? 1,
          },
    ]),
  })
}

function readPackageName(root: string): string | undefined {
  const manifest: unknown = tryCall(() =>
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  )
  const name = isJsonObject(manifest) ? manifest['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Returns the URL that the files for crawlers and for the host of an app state. */
function findOwnUrl(root: string): FoundAnswer | undefined {
  for (const [file, pattern] of OWN_URLS) {
    const [, value] =
      pattern.exec(tryCall(() => readFileSync(join(root, file), 'utf8')) ?? '') ?? []
    if (value !== undefined) return { value: `https://${value}`, from: file }
  }
  return undefined
}

const OWN_URLS = ['public/', 'static/', ''].flatMap((folder): [file: string, url: RegExp][] => [
  [`${folder}robots.txt`, /^sitemap:\s*https:\/\/([^/\s]+)/im],
  [`${folder}sitemap.xml`, /<loc>\s*https:\/\/([^/<\s]+)/],
  [`${folder}CNAME`, /^\s*([\w.-]+\.[a-z]{2,})\s*$/i],
])

/** The ID of a project on Supabase has 20 letters, and is in its URL. Locally, it can be any name. */
function findEndpoint(root: string): FoundAnswer | undefined {
  const file = HOST_RECORDS.supabase.settings!
  const text = tryCall(() => readFileSync(join(root, file), 'utf8')) ?? ''
  const [, id] = /^\s*project_id\s*=\s*["']([a-z]{20})["']/m.exec(text) ?? []
  const value = `https://${id}.supabase.co${CONVERSION_PATH}`
  return id === undefined ? undefined : { value, from: `project_id, ${file}` }
}

export function findPublishedAnswers(root: string, page: PublishedPage): FoundAnswers {
  const { html, url } = page
  const { host, language, pixelId, consent, program } = findAnswers(root, { pages: [page] })
  const platform = findPlatform(page.page.elements, url)
  // Only numbers: a language says nothing about the visitors.
  const [code] = findCallingCodes(readCallingCodes(html), { language: 'und' })
  return keepUsable({
    host,
    language,
    pixelId,
    platform: platform && toAnswer(platform, url),
    consent,
    program,
    // Russia and Kazakhstan, where numbers are written with 8.
    nationalPhone:
      code === undefined
        ? undefined
        : { value: code === '7' ? '7:8' : code, from: `its phone numbers, ${url}` },
  })
}

function keepUsable(found: Partial<Record<keyof Answers, FoundAnswer | undefined>>): FoundAnswers {
  const usable = QUESTIONS.filter(
    ({ key, check }) => found[key] && check(found[key].value) === undefined,
  )
  return Object.fromEntries(usable.map(({ key }) => [key, found[key]]))
}

function isHome({ page }: SourcePage): boolean {
  return page.path === '/'
}

function inLinked(value: string, line = 1): FoundValue {
  return { value, tag: 'JSON-LD', line }
}

function findFirst(
  pages: SourcePage[],
  valuesOf: (page: SourcePage) => (FoundValue | undefined)[],
): FoundAnswer | undefined {
  for (const page of pages) {
    const found = valuesOf(page).find((each) => each !== undefined)
    if (found) return toAnswer(found, page.page.file)
  }
  return undefined
}

/** How the published pages of a site builder name it: a property of an element, as hast names it, or a file's URL. */
const SIGNS: Record<Platform, { attribute?: string; file: RegExp }> = {
  Tilda: {
    attribute: 'dataTildaPageId',
    file: /^\/\/(?:[\w-]+\.)*(?:tildacdn\.(?:com|net|pro)|tilda\.ws)\//,
  },
  WordPress: { file: /^\/wp-(?:content|includes)\// },
  Wix: { file: /^\/\/(?:[\w-]+\.)*(?:wixstatic|parastorage)\.com\// },
  Webflow: { attribute: 'dataWfSite', file: /^\/\/(?:[\w-]+\.)*website-files\.com\// },
  Squarespace: { file: /^\/\/(?:static1|assets)\.squarespace\.com\// },
}

export function findPlatform(elements: Element[], url: string): FoundValue | undefined {
  for (const value of PLATFORMS) {
    for (const element of elements) {
      const tag = findSign(element, value, new URL(url))
      if (tag !== undefined) return { value, tag, line: lineOf(element) }
    }
  }
  return undefined
}

function findSign(element: Element, platform: Platform, page: URL): string | undefined {
  const sign = SIGNS[platform]
  const isGenerator = attribute(element, 'name')?.toLowerCase() === 'generator'
  const content = attribute(element, 'content')?.toLowerCase() ?? ''
  if (isGenerator && content.startsWith(platform.toLowerCase())) return '<meta name="generator">'
  if (sign.attribute !== undefined && element.properties[sign.attribute] !== undefined) {
    return sign.attribute.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  }
  // A link to another site is no sign.
  const isFile = /^(?:script|link|img)$/.test(element.tagName)
  const href = isFile ? (attribute(element, 'src') ?? attribute(element, 'href')) : undefined
  const file = href !== undefined && URL.canParse(href, page) ? new URL(href, page) : undefined
  if (!file) return undefined
  const isOwn = file.host === page.host
  return sign.file.test(isOwn ? file.pathname : `//${file.hostname}/`) ? file.hostname : undefined
}

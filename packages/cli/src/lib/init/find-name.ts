import { collapseSpace } from '../site/elements.ts'
import { isLogo } from '../site/page.ts'
import type { FoundAnswer } from './answers.ts'
import type { SourcePage } from './read-pages.ts'

/**
 * Returns the part of the home page's title that most titles share: `Nord` of `Prices – Nord`. A title of one part
 * counts too. The text of the home page, or its hostname, has to contain it: titles of templates are no names.
 */
export function findTitle(pages: SourcePage[]): FoundAnswer | undefined {
  const titled = pages.filter(({ scanned }) => scanned.title !== '')
  const [home] = titled
  if (!home || home.page.path !== '/') return undefined
  const allParts = titled.flatMap(({ scanned }) => partsOf(scanned.title))
  const count = (part: string): number => allParts.filter((each) => each === part).length
  const parts = partsOf(home.scanned.title)
  const text = (home.page.text ?? '').toLowerCase()
  const host = home.scanned.origin?.value ?? ''
  const named = parts.filter((part) => {
    const lower = part.toLowerCase()
    return text.includes(lower) || host.includes(lower.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  })
  const shared = named.filter((part) => count(part) > 1 && count(part) * 2 >= titled.length)
  const [name, other] = shared.length > 0 || parts.length > 1 ? shared : named
  if (name === undefined || other !== undefined) return undefined
  const pageCount = count(name)
  return {
    value: name,
    from: pageCount > 1 ? `the <title> of ${pageCount} pages` : `<title>, ${home.page.file}`,
  }
}

function partsOf(title: string): string[] {
  return [...new Set(title.split(/\s+[|–—·•»:-]\s+|:\s+|\s*｜\s*/))]
}

/** Where pages state the name. The owner is in the first three, in which a template's words rarely are. */
const SOURCES = ['logo', 'copyright', 'domain', 'title', 'heading'] as const

type Texts = Record<(typeof SOURCES)[number], string[]>

/**
 * Proposes a name that two places of the home page state alike, at least one of which is about the owner. The domains of
 * the page and of its email, and the name of the package, count if a text spells them.
 */
export function findName(pages: SourcePage[], packageName?: string): FoundAnswer | undefined {
  const [home] = pages
  if (!home) return undefined
  const titles = pages.map(({ scanned }) => scanned.title)
  const parts = new Set(titles.flatMap(partsOf).map(toWords))
  const texts = { ...readTexts(home, packageName), title: titles }
  const names = [...texts.logo, ...texts.copyright, ...partsOf(home.scanned.title), ...texts.domain]
    .filter((name) => /\p{L}/u.test(name) && name.length >= 3 && name.length <= 60)
    .map((name) => ({ name, sources: SOURCES.filter((source) => states(texts[source], name)) }))
    .filter(({ name, sources: [first, second] }) => {
      // A domain can be an ordinary word of a title: school.example.
      const isWord = first === 'domain' && !parts.has(toWords(name))
      return second && first !== 'title' && !(isWord && second === 'title')
    })
    .toSorted((a, b) => b.sources.length - a.sources.length)
  // The full name contains the short one.
  const [best] = names
    .filter(({ name }) => states([name], names[0]!.name))
    .toSorted((a, b) => b.name.length - a.name.length)
  if (!best) return undefined
  return { value: best.name, from: `the ${best.sources.join(' and ')}, ${home.page.file}` }
}

function states(texts: string[], name: string): boolean {
  const words = toWords(name)
  const letters = words.replaceAll(' ', '')
  return texts.some((text) => {
    const all = toWords(text)
    return ` ${all} `.includes(` ${words} `) || all.replaceAll(' ', '') === letters
  })
}

function toWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function readTexts(
  { page, scanned: { title, origin, email, linked } }: SourcePage,
  packageName: string | undefined,
): Omit<Texts, 'title'> {
  const { labels = [], text = '', document } = page
  const host = (email || (linked.contacts?.email ?? '')).split('@')[1]
  const names = [origin && new URL(origin.value).hostname, host, packageName]
  return {
    logo: labels
      .filter(
        ({ element, text }) =>
          isLogo(element) || (element.properties['href'] === '/' && !HOME.test(text)),
      )
      .map((logo) => collapseSpace(logo.text.replaceAll(LOGO, ''))),
    copyright: [...text.matchAll(COPYRIGHT)].map(([, owner]) => collapseSpace(owner!)),
    domain: names.flatMap((host) => (host ? (spell(host, `${title}\n${text}`) ?? []) : [])),
    heading: (document.file.kind === 'html' ? document.file.document.headings : []).map(
      (heading) => heading.text,
    ),
  }
}

/** What links to the home page are called. */
const HOME =
  /^(?:home(?:page)?|start(?:seite|sida)?|back.*|in[ií]cio|inizio|accueil|strona główna|главная|головна|etusivu|hem|hjem|forside|ana sayfa|首页|首頁|홈|ホーム)$/iu
const LOGO = /(?<!\p{L})logo(?:type|tipo)?(?!\p{L})|логотип/giu

const COPYRIGHT =
  /(?:©|\(c\)|\bcopyright\b)[\s\d©,–-]*([^\n©|.,]{3,60}?)[\s–-]*(?:[|.,\n©]|\s\d{4}|$)/gi

/** Returns a domain as a text spells it: `Akademia Sowa` for `akademia-sowa.pl`. */
function spell(host: string, text: string): string | undefined {
  const [label = ''] = host.replace(/^www\./, '').split('.')
  const letters = label.replaceAll(/[^a-z\d]/gi, '')
  // A domain has no accents. A URL or an email address in the text is not a name.
  const pattern = [...letters].map((letter) => `${letter}\\p{M}*`).join("[\\s.,&'’–-]{0,3}")
  const spelled = new RegExp(
    `(?<![\\p{L}\\d@/.-])${pattern}(?![\\p{L}\\d@/-]|\\.[\\p{L}\\d])`,
    'giu',
  )
  const found = text.normalize('NFD').match(spelled) ?? []
  return letters.length < 4
    ? undefined
    : found.map((each) => each.normalize('NFC')).find((each) => /\p{Lu}/u.test(each))
}

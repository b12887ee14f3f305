import {
  defineSchool,
  type School,
  type SchoolDescription,
  SchoolError,
} from '@conversion-capi/content'
import { CommandError, tryCall } from '@conversion-capi/meta/terminal'

import { findCallingCodes, readCallingCodes, toInternational } from '../check/calling-code.ts'
import { GENERATED_PAGES, isHidden, UNLISTED } from '../site/page-roles.ts'
import { pagePath } from '../site/read-files.ts'
import type { Answers } from './questions.ts'
import { prune } from '../site/read-linked-facts.ts'
import type { SourcePage } from './read-pages.ts'
import { PLACEHOLDER } from './scan-page.ts'

/**
 * Describes a school with the answers and what the pages state, in their words. Nothing is guessed: a fact that no page
 * states is left out, and so is one that the description cannot contain.
 */
export function describeSchool(answers: Answers, pages: SourcePage[], tracker?: string): School {
  const { name, url, mainSite, language, endpoint, builder } = answers
  const { origin } = new URL(url)
  const home = pages.find(({ page }) => page.path === '/')
  const listed = pages.filter(
    ({ page }) => !(isHidden(page) || GENERATED_PAGES.test(page.path) || UNLISTED.test(page.path)),
  )
  const titles = Map.groupBy(listed, ({ scanned }) => scanned.title)
  // Other pages can share the home page's title. If it also names the program that wrote it, it is a template's.
  const titleOf = ({ page, scanned: { title, builder } }: SourcePage): string =>
    titles.get(title)?.length === 1 || (page.path === '/' && !(builder && title.includes(builder)))
      ? title
      : ''
  const linked = Object.assign({}, ...pages.map(({ scanned }) => scanned.linked).toReversed())
  const contradicted = new Set(
    pages.flatMap(({ scanned }) => scanned.contradictions.map(({ value }) => value)),
  )
  const first = (key: 'email' | 'phone'): string | undefined =>
    pages.map(({ scanned }) => scanned[key]).find((value) => value && !contradicted.has(value))
  const phone = [linked.contacts?.phone, first('phone')].find(
    (each) => each && !PLACEHOLDER.test(each.replaceAll(/[^+\d]/g, '')),
  )
  const read = pages.flatMap(({ html }) => readCallingCodes(html))
  const place = { address: linked.address, language, url: origin }
  const codes = findCallingCodes(read, place)
  const isHomes = home && titleOf(home) === home.scanned.title
  const summary = (isHomes && home.page.description) || undefined
  const school = {
    name,
    summary,
    description: linked.description ?? summary,
    url: origin,
    mainSite: mainSite && new URL(mainSite).origin,
    tracker: tracker ?? (builder && trackerOf(new URL(builder).hostname)),
    endpoint,
    language,
    contacts: {
      email: first('email'),
      ...linked.contacts,
      phone: phone && toInternational(phone, codes),
    },
    address: linked.address,
    logo: linked.logo,
    sameAs: linked.sameAs,
    pages: describePages(answers, listed, titleOf),
  }
  return keepValid(school)
}

/** Returns the name that a site's tracker has by default. */
export function trackerOf(hostname: string): string {
  const site = { name: 'Site', url: `https://${hostname}`, language: 'en', pages: [{ path: '/' }] }
  // Throws for an IP or a name on this machine.
  return tryCall(() => defineSchool(site).tracker) ?? 'school'
}

function describePages(
  answers: Answers,
  listed: SourcePage[],
  titleOf: (source: SourcePage) => string,
): School['pages'] {
  const { language, url } = answers
  const { origin } = new URL(url)
  const paths = new Set(listed.map(({ page }) => page.path))
  const isOwn = (page: SourcePage): boolean => languageOf(page, language) === language
  const taken = new Set<string>()
  const described = listed
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
    .flatMap((source) => {
      const { alternates } = source.scanned
      const { path, description } = source.page
      const title = titleOf(source)
      if (taken.has(path)) return []
      taken.add(path)
      const variants = alternates.flatMap(([tag, href]) => {
        const target = URL.canParse(href, origin + path) ? new URL(href, origin + path) : undefined
        const found = target ? pagePath(target.pathname) : path
        const isFree = target?.origin === origin && paths.has(found) && !taken.has(found)
        if (!isFree || tag.toLowerCase() === 'x-default') return []
        taken.add(found)
        return [[tag, found] as const]
      })
      const own = languageOf(source, language)
      return [
        {
          path,
          ...(title !== '' && { title, description: description || undefined }),
          ...(own !== language && { language: own }),
          ...(variants.length > 0 && { variants: Object.fromEntries(variants) }),
        },
      ]
    })
  const order = listed.map(({ page }) => page.path)
  const sorted = described.toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path))
  // A project in which every page is hidden has a home page that the user writes later.
  return sorted.length > 0 ? sorted : [{ path: '/' }]
}

/** Returns the language of a page: the school's, unless its own is known and another one. */
export function languageOf({ scanned }: SourcePage, language: string): string {
  const { value: own, others = [] } = scanned.language ?? {}
  // `nl` and `nl-NL` are the same language.
  const isSame = (each: string): boolean => each.split('-')[0] === language.split('-')[0]
  return own === undefined || [own, ...others].some(isSame) ? language : own
}

/** Removes the facts that a description cannot contain, such as a phone number without a country code. */
function keepValid(draft: object): School {
  // Each round removes at least one value.
  for (;;) {
    const school = prune(draft) as SchoolDescription
    try {
      return defineSchool(school)
    } catch (error) {
      if (!(error instanceof SchoolError)) throw error
      const removed = error.problems.toReversed().filter((problem) => remove(school, problem))
      if (removed.length === 0) {
        throw new CommandError(
          'The school cannot be described yet. Nothing was written.',
          error.problems.map((message) => ({ level: 'error', message })),
        )
      }
      draft = school
    }
  }
}

const REQUIRED = new Set(['name', 'url', 'language', 'pages', 'mainSite', 'endpoint'])

/** Removes the value that a problem is about: `contacts.phone is invalid. …`. Returns whether it did. */
function remove(school: SchoolDescription, problem: string): boolean {
  const path = /^\S+/.exec(problem)![0].match(/[^.[\]]+/g)!
  if (path.length === 1 && REQUIRED.has(path[0]!)) return false
  const parents: Record<string, unknown>[] = [school as never]
  for (const key of path.slice(0, -1)) {
    const next = parents.at(-1)![key]
    if (typeof next !== 'object' || next === null) return false
    parents.push(next as Record<string, unknown>)
  }
  const [parent, grandparent] = [parents.at(-1)!, parents.at(-2)]
  if (parent[path.at(-1)!] !== undefined) parent[path.at(-1)!] = undefined
  // The entry lacks what it needs.
  else if (grandparent) grandparent[path.at(-2)!] = undefined
  else return false
  return true
}

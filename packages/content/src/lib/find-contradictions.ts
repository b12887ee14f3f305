import { absolute } from './absolute.ts'
import { endpointOf } from './endpoint-of.ts'
import { PATHS } from './paths.ts'
import type { School } from './school-schema.ts'

/** What each value alone does not show: that two of them do not go together. One sentence each. */
export function findContradictions(school: School): string[] {
  return [
    ...mainSiteIsAnother(school),
    ...pagesAreDistinct(school),
    ...languagesAreDistinct(school),
    ...linkedPagesAreListed(school),
    ...namesAreDistinct('programs', school.programs),
    ...namesAreDistinct('teachers', school.teachers),
    ...teachersAreKnown(school),
    ...describedPagesHaveTitles(school),
  ]
}

function mainSiteIsAnother({ url, mainSite }: School): string[] {
  if (mainSite !== url) return []
  return [
    `mainSite cannot be used: it is this site, so that an unknown path would be sent to itself for ever. Write the address of the other site, or leave it out.`,
  ]
}

function* pagesAreDistinct(school: School): Generator<string> {
  const seen = new Map<string, string>()
  const files = new Set(filesOf(school))
  for (const [index, page] of school.pages.entries()) {
    const paths = [['path', page.path], ...Object.entries(page.variants ?? {})]
    for (const [key, path] of paths) {
      const where = key === 'path' ? `pages[${index}].path` : `pages[${index}].variants.${key}`
      const address = absolute(school, path!)
      const first = seen.get(address)
      if (first) {
        yield `${where} cannot be used: "${path}" is listed already, as ${first}. Each page is listed once.`
      } else if (files.has(address) && path !== PATHS.forLlm) {
        yield `${where} cannot be used: "${path}" is a file for machines and no page. Leave it out.`
      }
      seen.set(address, where)
    }
  }
}

function filesOf(school: School): string[] {
  const paths = [...Object.values(PATHS), `/${school.tracker}.js`]
  return [...paths.map((path) => absolute(school, path)), endpointOf(school)]
}

function* languagesAreDistinct({ pages }: School): Generator<string> {
  for (const [index, { variants = {} }] of pages.entries()) {
    // The page's own language is none too many: then the page is where visitors choose.
    const seen = new Set<string>()
    for (const language of Object.keys(variants)) {
      if (seen.has(language.toLowerCase())) {
        yield `pages[${index}].variants.${language} cannot be used: the page is there in "${language.toLowerCase()}" already. List each language once.`
      }
      seen.add(language.toLowerCase())
    }
  }
}

function* linkedPagesAreListed(school: School): Generator<string> {
  const listed = new Set(
    school.pages
      .flatMap((page) => [page.path, ...Object.values(page.variants ?? {})])
      .map((path) => absolute(school, path)),
  )
  const linked = [
    ...school.programs.map(({ path }, index) => [`programs[${index}].path`, path] as const),
    ...school.teachers.map(({ path }, index) => [`teachers[${index}].path`, path] as const),
    ...school.policies.map(({ path }, index) => [`policies[${index}].path`, path] as const),
    ['contacts.path', school.contacts.path] as const,
    ['admissions.path', school.admissions.path] as const,
  ]
  for (const [where, path] of linked) {
    if (path === undefined || listed.has(absolute(school, path))) continue
    yield `${where} cannot be used: "${path}" is not among the pages. List it under pages, or correct it.`
  }
}

function* namesAreDistinct(list: string, entries: { name: string }[]): Generator<string> {
  const seen = new Map<string, number>()
  for (const [index, { name }] of entries.entries()) {
    const first = seen.get(name)
    if (first !== undefined) {
      yield `${list}[${index}].name cannot be used: "${name}" is the name of ${list}[${first}] already.`
    }
    seen.set(name, index)
  }
}

function* teachersAreKnown({ programs, teachers }: School): Generator<string> {
  const known = new Set(teachers.map(({ name }) => name))
  for (const [index, program] of programs.entries()) {
    for (const [position, name] of (program.teachers ?? []).entries()) {
      if (known.has(name)) continue
      yield `programs[${index}].teachers[${position}] cannot be used: there is no "${name}" under teachers. Write the name as it stands there.`
    }
  }
}

function* describedPagesHaveTitles({ pages }: School): Generator<string> {
  for (const [index, page] of pages.entries()) {
    if (page.description === undefined || page.title !== undefined) continue
    yield `pages[${index}].title is missing: a page with a description is listed in llms.txt, under its title.`
  }
}

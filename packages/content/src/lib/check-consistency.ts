import { formatGrades } from './facts/format.ts'
import { PATHS } from './resource.ts'
import type { School } from './school-schema.ts'
import { absoluteUrl, endpointUrl, pagePaths } from './url.ts'

/**
 * Finds values of a school description that are valid on their own but contradict each other.
 *
 * @param school A description that matches the schema.
 * @returns The problems found, one message each, in the style of `describeIssue`.
 */
export function checkConsistency(school: School): string[] {
  return [
    ...checkMainSite(school),
    ...checkPageUrls(school),
    ...checkVariantLanguages(school),
    ...checkLinkedPages(school),
    ...checkUniqueNames('programs', school.programs),
    ...checkUniqueNames('teachers', school.teachers),
    ...checkTeacherNames(school),
    ...checkProgramGrades(school),
    ...checkRepeatedValues(school),
    ...checkPageTitles(school),
  ]
}

function checkMainSite({ url, mainSite }: School): string[] {
  if (mainSite !== url) return []
  return [
    'mainSite is the same as url, so unknown paths would redirect to themselves. Write the origin of the other site, or remove it.',
  ]
}

function* checkPageUrls(school: School): Generator<string> {
  const seen = new Map<string, string>()
  const generated = generatedUrls(school)
  for (const [index, page] of school.pages.entries()) {
    const paths = [['path', page.path], ...Object.entries(page.variants ?? {})]
    for (const [key, path] of paths) {
      const field = key === 'path' ? `pages[${index}].path` : `pages[${index}].variants.${key}`
      const url = absoluteUrl(school, path!)
      const first = seen.get(url)
      if (first) {
        yield `${field} is already listed: "${path}" is the page of ${first}. List each page once.`
      } else if (generated.has(url) && path !== PATHS.forLlm) {
        yield `${field} is not a page: "${path}" is a generated file. Remove it from pages.`
      }
      seen.set(url, field)
    }
  }
}

/** Returns the URLs of the generated files, the tracker script and the proxy. */
function generatedUrls(school: School): Set<string> {
  const paths = [...Object.values(PATHS), `/${school.tracker}.js`]
  return new Set([...paths.map((path) => absoluteUrl(school, path)), endpointUrl(school)])
}

function* checkVariantLanguages({ pages }: School): Generator<string> {
  for (const [index, { variants = {} }] of pages.entries()) {
    // A variant in the page's own language is allowed: the page itself may be a language selector.
    const seen = new Set<string>()
    for (const language of Object.keys(variants)) {
      const normalized = language.toLowerCase()
      if (seen.has(normalized)) {
        yield `pages[${index}].variants.${language} repeats the language "${normalized}". List each language once.`
      }
      seen.add(normalized)
    }
  }
}

function* checkLinkedPages(school: School): Generator<string> {
  const listed = new Set(pagePaths(school.pages).map((path) => absoluteUrl(school, path)))
  const linked = [
    ...(['programs', 'teachers', 'policies'] as const).flatMap((list) =>
      (school[list] ?? []).map(({ path }, index) => [`${list}[${index}].path`, path] as const),
    ),
    ['contacts.path', school.contacts?.path] as const,
    ['admissions.path', school.admissions?.path] as const,
  ]
  for (const [field, path] of linked) {
    if (path === undefined || listed.has(absoluteUrl(school, path))) continue
    yield `${field} is not listed: pages has no "${path}". Add it to pages, or correct the path.`
  }
}

function* checkUniqueNames(list: string, entries: { name: string }[] = []): Generator<string> {
  const seen = new Map<string, number>()
  for (const [index, { name }] of entries.entries()) {
    const first = seen.get(name)
    if (first !== undefined) {
      yield `${list}[${index}].name is not unique: ${list}[${first}] is also named "${name}". Rename or remove one of them.`
    }
    seen.set(name, index)
  }
}

function* checkTeacherNames({ programs = [], teachers = [] }: School): Generator<string> {
  const names = new Set(teachers.map(({ name }) => name))
  for (const [index, program] of programs.entries()) {
    for (const [position, name] of (program.teachers ?? []).entries()) {
      if (names.has(name)) continue
      yield `programs[${index}].teachers[${position}] is unknown: teachers has no "${name}". Write a name from teachers, or add the teacher.`
    }
  }
}

function* checkProgramGrades({ grades, programs = [] }: School): Generator<string> {
  for (const [index, program] of programs.entries()) {
    if (grades === undefined || program.grades === undefined) continue
    const { from, to } = program.grades
    if (from >= grades.from && to <= grades.to) continue
    yield `programs[${index}].grades is inconsistent: the school teaches grades ${formatGrades(grades)}, not ${formatGrades(program.grades)}. Correct the grades of the program or of the school.`
  }
}

function* checkRepeatedValues({ locales, sameAs, programs = [] }: School): Generator<string> {
  yield* findRepeated('locales', locales, 'language')
  yield* findRepeated('sameAs', sameAs, 'profile')
  for (const [index, { startDates, teachers }] of programs.entries()) {
    yield* findRepeated(`programs[${index}].startDates`, startDates, 'start date')
    yield* findRepeated(`programs[${index}].teachers`, teachers, 'teacher')
  }
}

function* findRepeated(field: string, values: string[] = [], noun: string): Generator<string> {
  for (const [index, value] of values.entries()) {
    if (values.indexOf(value) === index) continue
    yield `${field}[${index}] repeats "${value}". List each ${noun} once.`
  }
}

function* checkPageTitles({ pages }: School): Generator<string> {
  for (const [index, page] of pages.entries()) {
    if (page.description === undefined || page.title !== undefined) continue
    yield `pages[${index}].title is missing. Write a title, which llms.txt lists with the description.`
  }
}

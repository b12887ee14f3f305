import { formatRange } from './format.ts'
import { PATHS } from '../resource.ts'
import { contentId } from './content-id.ts'
import type { Program, School } from './school-schema.ts'
import { absoluteUrl, endpointUrl, pagePaths } from '../url.ts'

/** @yields A message for each value that is valid on its own but contradicts another, in the style of `describeIssue`. */
export function* checkConsistency(school: School): Generator<string> {
  const { pages, programs = [], teachers = [] } = school
  yield* checkPageUrls(school)
  yield* checkLinkedPages(school)
  yield* checkUniqueNames('programs', programs)
  yield* checkUniqueNames('teachers', teachers)
  const indexes = new Map<string, number>()
  for (const [index, program] of programs.entries()) {
    const id = contentId(school, program)
    const first = indexes.get(id) ?? index
    indexes.set(id, first)
    if (programs[first]!.name === program.name) continue
    yield `programs[${index}].id is not unique: programs[${first}] also has the ID "${id}". Write another id.`
  }
  for (const [index, program] of programs.entries()) {
    for (const [position, name] of (program.teachers ?? []).entries()) {
      if (teachers.some((teacher) => teacher.name === name)) continue
      yield `programs[${index}].teachers[${position}] is unknown: teachers has no "${name}". Write a name from teachers, or add the teacher.`
    }
  }
  for (const [index, program] of programs.entries()) {
    for (const field of ['grades', 'ages'] as const) {
      const [all, own] = [school[field], program[field]]
      if (!all || !own) continue
      if (own.from >= all.from && (own.to ?? Infinity) <= (all.to ?? Infinity)) continue
      yield `programs[${index}].${field} is inconsistent: the school teaches ${field} ${formatRange(all)}, not ${formatRange(own)}. Correct the ${field} of the program or of the school.`
    }
    yield* checkDays(`programs[${index}]`, program)
  }
  for (const [index, { title, description }] of pages.entries()) {
    if (description === undefined || title !== undefined) continue
    yield `pages[${index}].title is missing. Write a title, which llms.txt lists with the description.`
  }
}

function* checkDays(field: string, program: Program): Generator<string> {
  const { startDates = [], endDates, deadlines } = program
  for (const [name, days] of Object.entries({ endDates, deadlines })) {
    if (days === undefined || days.length === startDates.length) continue
    yield `${field}.${name} is inconsistent: startDates has ${startDates.length} days, ${name} ${days.length}. Write one day for each start date.`
  }
  for (const [index, day] of (endDates ?? []).entries()) {
    if (startDates[index] === undefined || day >= startDates[index]) continue
    yield `${field}.endDates[${index}] is inconsistent: "${day}" is before the start date "${startDates[index]}". Correct one of them.`
  }
}

function* checkPageUrls(school: School): Generator<string> {
  const seen = new Map<string, string>()
  const files = [...Object.values(PATHS), `/${school.tracker}.js`]
  const generated = new Set([
    ...files.map((path) => absoluteUrl(school, path)),
    endpointUrl(school),
  ])
  for (const [index, { path, variants = {} }] of school.pages.entries()) {
    for (const [key, each] of Object.entries({ path, ...variants })) {
      const field = key === 'path' ? `pages[${index}].path` : `pages[${index}].variants.${key}`
      const url = absoluteUrl(school, each)
      const first = seen.get(url)
      if (first) {
        yield `${field} is already listed: "${each}" is the page of ${first}. List each page once.`
      } else if (generated.has(url) && each !== PATHS.forLlm) {
        yield `${field} is not a page: "${each}" is a generated file. Remove it from pages.`
      }
      seen.set(url, field)
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

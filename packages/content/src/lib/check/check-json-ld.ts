import type * as hast from 'hast'

import { formatGrades } from '../facts/format.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { type CheckedFile, parseJson, walk } from './checked-file.ts'
import type { CheckedSite } from './checked-site.ts'
import { tooDeep } from './parse-limits.ts'
import type { FileFinding } from '../finding.ts'

/**
 * Checks that the JSON-LD of a page can be parsed, and that the one of `/for-llm/` matches the description.
 *
 * @yields The findings.
 */
export function* checkJsonLd(file: CheckedFile, { school }: CheckedSite): Generator<FileFinding> {
  if (file.kind !== 'html') return
  const entities: Entity[] = []
  let line: number | undefined
  for (const node of walk<hast.Nodes>(file.tree)) {
    if (node.type !== 'element' || node.properties['type'] !== 'application/ld+json') continue
    line = node.position?.start.line
    const [text] = node.children
    try {
      const value = parseJson(text?.type === 'text' ? text.value : '')
      for (const entity of findEntities(value)) entities.push(entity)
    } catch (error) {
      const message = `The JSON-LD is not valid JSON: ${(error as Error).message}.`
      yield { line, ...(error instanceof RangeError ? tooDeep('JSON-LD') : { message, fix: FIX }) }
      return
    }
  }
  if (file.path !== PATHS.forLlm) return
  for (const message of compareWithSchool(entities, school)) {
    yield { line, message, fix: FIX }
  }
}

const FIX = 'Write it as in the description, or render the files again.'

type Entity = Record<string, unknown>

/** Returns every object with an `@type`, at any depth. */
function findEntities(value: unknown): Entity[] {
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.values(value).flatMap(findEntities)
  return '@type' in value ? [value as Entity, ...nested] : nested
}

function* compareWithSchool(entities: Entity[], school: School): Generator<string> {
  const organization = entitiesOfType(entities, 'EducationalOrganization')[0]
  if (!organization) {
    yield 'The JSON-LD does not describe the school as an EducationalOrganization.'
    return
  }
  const { email, phone } = school.contacts
  for (const [key, fact] of Object.entries({ name: school.name, email, telephone: phone })) {
    if (organization[key] !== fact) {
      yield mismatch(`the ${key} of the school`, organization[key], fact)
    }
  }

  const courses = entitiesOfType(entities, 'Course')
  const names = courses.map(({ name }) => name)
  for (const { name, grades, prices } of school.programs) {
    const course = courses[names.indexOf(name)]
    if (!course) {
      yield `The JSON-LD has no Course named "${name}".`
      continue
    }
    const offers = findEntities(course['offers']).filter((entity) => 'price' in entity)
    const offered = offers.map(({ price, priceCurrency }) => `${price} ${priceCurrency}`).join(', ')
    const expected = prices.map(({ amount, currency }) => `${amount} ${currency}`).join(', ')
    if (offered !== expected) yield mismatch(`the price of "${name}"`, offered, expected)
    if (!`${course['educationalLevel']}`.endsWith(` ${formatGrades(grades)}`)) {
      yield mismatch(`the grades of "${name}"`, course['educationalLevel'], formatGrades(grades))
    }
  }
  for (const name of names) {
    if (school.programs.some((program) => program.name === name)) continue
    yield `The JSON-LD has the Course "${name}", which is not a program of the description.`
  }
}

function entitiesOfType(entities: Entity[], type: string): Entity[] {
  return entities.filter((entity) => [entity['@type']].flat().includes(type))
}

function mismatch(label: string, actual: unknown, expected: unknown): string {
  return `In the JSON-LD, ${label} is ${JSON.stringify(actual)}, but in the description ${JSON.stringify(expected)}.`
}

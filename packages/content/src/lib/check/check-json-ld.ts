import type * as hast from 'hast'

import { formatGrades } from '../facts/format.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import type { Finding } from './problem.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'
import { walk } from './walk.ts'

/**
 * The JSON-LD of a page can be read, and that of `/for-llm/` says what the description says.
 *
 * @yields What keeps it from that.
 */
export function* checkJsonLd(file: SiteFile, { school }: Site): Generator<Finding> {
  if (file.kind !== 'html') return
  const entities: Entity[] = []
  let last: number | undefined
  for (const node of walk<hast.Nodes>(file.tree)) {
    if (node.type !== 'element' || node.properties['type'] !== 'application/ld+json') continue
    last = node.position?.start.line
    const [text] = node.children
    try {
      entities.push(...entitiesIn(JSON.parse(text?.type === 'text' ? text.value : '')))
    } catch (error) {
      yield {
        line: last,
        message: `This JSON-LD is no JSON: ${(error as Error).message}. ${AGAIN}`,
      }
      return
    }
  }
  if (file.path !== PATHS.forLlm) return
  for (const message of compare(entities, school))
    yield { line: last, message: `${message} ${AGAIN}` }
}

const AGAIN = 'Write it as in the description, or render the files again.'

type Entity = Record<string, unknown>

/** Everything that has a type, at whatever depth. */
function entitiesIn(value: unknown): Entity[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(entitiesIn)
  return '@type' in value ? [value as Entity, ...inner] : inner
}

function* compare(entities: Entity[], school: School): Generator<string> {
  const organization = ofType(entities, 'EducationalOrganization')[0]
  if (!organization) {
    yield 'The JSON-LD does not describe the school as an EducationalOrganization.'
    return
  }
  const { email, phone } = school.contacts
  for (const [key, fact] of Object.entries({ name: school.name, email, telephone: phone })) {
    if (organization[key] !== fact)
      yield differ(`the ${key} of the school`, organization[key], fact)
  }

  const courses = ofType(entities, 'Course')
  const names = courses.map(({ name }) => name)
  for (const { name, grades, prices } of school.programs) {
    const course = courses[names.indexOf(name)]
    if (!course) {
      yield `The JSON-LD has no Course that is called "${name}".`
      continue
    }
    const offers = entitiesIn(course['offers']).filter((entity) => 'price' in entity)
    const stated = offers.map(({ price, priceCurrency }) => `${price} ${priceCurrency}`).join(', ')
    const fact = prices.map(({ amount, currency }) => `${amount} ${currency}`).join(', ')
    if (stated !== fact) yield differ(`the price of "${name}"`, stated, fact)
    if (!`${course['educationalLevel']}`.endsWith(` ${formatGrades(grades)}`)) {
      yield differ(`the grades of "${name}"`, course['educationalLevel'], formatGrades(grades))
    }
  }
  for (const name of names) {
    if (school.programs.some((program) => program.name === name)) continue
    yield `The JSON-LD has the Course "${name}", which is no programme of the description.`
  }
}

function ofType(entities: Entity[], type: string): Entity[] {
  return entities.filter((entity) => [entity['@type']].flat().includes(type))
}

function differ(what: string, stated: unknown, fact: unknown): string {
  return `In the JSON-LD, ${what} is ${JSON.stringify(stated)}, and in the description ${JSON.stringify(fact)}.`
}

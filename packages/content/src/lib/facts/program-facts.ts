import { labelsOf } from '../labels.ts'
import type { Program, School } from '../school-schema.ts'
import type { Fact } from './fact.ts'
import { writeGrades } from './write-grades.ts'
import { writePrice } from './write-price.ts'

/** What can be said of a programme without sentences. */
export function programFacts(school: School, program: Program): Fact[] {
  const labels = labelsOf(school)
  return [
    { label: labels.grades, values: [{ text: writeGrades(program.grades) }] },
    {
      label: labels.price,
      values: program.prices.map((price) => ({ text: writePrice(school, price) })),
    },
    { label: labels.startDates, values: (program.startDates ?? []).map((text) => ({ text })) },
    { label: labels.teachers, values: (program.teachers ?? []).map((text) => ({ text })) },
    { label: labels.topics, values: (program.topics ?? []).map((text) => ({ text })) },
  ]
}

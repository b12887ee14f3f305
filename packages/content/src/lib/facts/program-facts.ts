import { labelsOf } from '../labels.ts'
import type { Program, School } from '../school-schema.ts'
import type { Fact } from './fact.ts'
import { formatGrades, formatPrice } from './format.ts'

/** What can be said of a programme without sentences. */
export function programFacts(school: School, program: Program): Fact[] {
  const labels = labelsOf(school)
  return [
    { label: labels.grades, values: [{ text: formatGrades(program.grades) }] },
    {
      label: labels.price,
      values: program.prices.map((price) => ({ text: formatPrice(school, price) })),
    },
    { label: labels.startDates, values: (program.startDates ?? []).map((text) => ({ text })) },
    { label: labels.teachers, values: (program.teachers ?? []).map((text) => ({ text })) },
    { label: labels.topics, values: (program.topics ?? []).map((text) => ({ text })) },
  ]
}

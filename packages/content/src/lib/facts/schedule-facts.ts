import { labelsOf } from '../labels.ts'
import type { School } from '../school-schema.ts'
import type { Fact } from './fact.ts'

/** The schedule in numbers. */
export function scheduleFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const { timeZone, lessonMinutes, lessonsPerWeek, weeksPerTerm, groupSize } = school.schedule
  return [
    { label: labels.timeZone, values: [{ text: timeZone }] },
    { label: labels.lessonMinutes, values: toValues(lessonMinutes) },
    { label: labels.lessonsPerWeek, values: toValues(lessonsPerWeek) },
    { label: labels.weeksPerTerm, values: toValues(weeksPerTerm) },
    { label: labels.groupSize, values: toValues(groupSize) },
  ]
}

function toValues(count: number | undefined): Fact['values'] {
  return count === undefined ? [] : [{ text: `${count}` }]
}

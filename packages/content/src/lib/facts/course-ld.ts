import type { Course, CourseInstance, Offer } from 'schema-dts'

import { absoluteUrl } from '../url.ts'
import { labelsOf } from '../labels.ts'
import type { Program, School } from '../school-schema.ts'
import { idOf } from './id-of.ts'
import { formatGrades, teachingLanguages } from './format.ts'

/** A programme of the school as a course of schema.org. */
export function courseLd(school: School, program: Program, index: number): Course {
  const starts = program.startDates?.length ? program.startDates : [undefined]
  return {
    '@type': 'Course',
    '@id': idOf(school, `program-${index + 1}`),
    name: program.name,
    description: program.description,
    ...(program.path && { url: absoluteUrl(school, program.path) }),
    provider: { '@id': idOf(school, 'school') },
    educationalLevel: `${labelsOf(school).grades}: ${formatGrades(program.grades)}`,
    ...(program.topics?.length && { teaches: program.topics }),
    inLanguage: teachingLanguages(school),
    offers: program.prices.map(offer),
    hasCourseInstance: starts.map((startDate) => courseInstance(school, program, startDate)),
  }
}

/** `category` in the words of Google's documentation of courses; `eligibleQuantity` is what the price buys. */
function offer({ amount, currency, per }: Program['prices'][number]): Offer {
  return {
    '@type': 'Offer',
    price: amount,
    priceCurrency: currency,
    category: amount === 0 ? 'Free' : 'Paid',
    eligibleQuantity: { '@type': 'QuantitativeValue', value: 1, unitText: per },
  }
}

/**
 * A group, or what every group has in common where no start is known.
 *
 * Durations as Google's documentation wants them: of the schedule, that of a week; of the workload, that of the
 * whole term.
 */
function courseInstance(
  school: School,
  program: Program,
  startDate: string | undefined,
): CourseInstance {
  const names = school.teachers.map(({ name }) => name)
  const { lessonMinutes, lessonsPerWeek, weeksPerTerm, groupSize, timeZone } = school.schedule
  const minutesPerWeek = lessonMinutes * lessonsPerWeek
  return {
    '@type': 'CourseInstance',
    courseMode: 'online',
    courseSchedule: {
      '@type': 'Schedule',
      repeatFrequency: 'Weekly',
      duration: toDuration(minutesPerWeek),
      ...(weeksPerTerm && { repeatCount: weeksPerTerm }),
      ...(startDate && { startDate }),
      scheduleTimezone: timeZone,
    },
    ...(weeksPerTerm && { courseWorkload: toDuration(minutesPerWeek * weeksPerTerm) }),
    ...(groupSize && { maximumAttendeeCapacity: groupSize }),
    ...(program.teachers?.length && {
      instructor: program.teachers.map((name) => ({
        '@id': idOf(school, `teacher-${names.indexOf(name) + 1}`),
      })),
    }),
  }
}

/** ISO 8601: `PT1H30M`. */
function toDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`
}

import { defineSchool } from './school/define-school.ts'
import { untranslatedLabels } from './school/labels.ts'
import { ENGLISH, type Labels } from './school/labels/english.ts'
import type { School } from './school/school-schema.ts'

/** A school with every section of the files. */
export type SmallSchool = School & {
  [Name in (typeof SECTIONS)[number]]: NonNullable<School[Name]>
}

const SECTIONS = [
  'summary',
  'description',
  'contacts',
  'address',
  'grades',
  'programs',
  'schedule',
  'teachers',
  'admissions',
  'faq',
  'policies',
  'citation',
] as const

/** Returns a small school with the given changes, and with all labels that its language lacks. */
export function smallSchool(changes: Partial<School> = {}): SmallSchool {
  const { language = 'en', labels } = changes
  const isLabeled = untranslatedLabels({ language, labels }).length === 0
  return defineSchool({
    name: 'Polaris Online School',
    summary: 'An online school for grades 5 to 11 with live lessons in small groups.',
    description: 'Polaris teaches online and live.\n\nGroups have at most eight students.',
    url: 'https://polaris.example',
    mainSite: 'https://www.polaris.example',
    tracker: 'polaris',
    language: 'en',
    locales: ['en'],
    contacts: { email: 'hello@polaris.example', phone: '+351 21 000 0000' },
    address: { city: 'Lisbon', country: 'PT' },
    grades: { from: 5, to: 11 },
    programs: [
      {
        name: 'Physics',
        description: 'Measure first, explain after.',
        grades: { from: 7, to: 11 },
        prices: [{ amount: 264, currency: 'EUR', per: 'term' }],
        path: '/programs/physics.html',
        teachers: ['Tomas Lindqvist'],
      },
    ],
    schedule: {
      description: 'Two live lessons a week.',
      mode: 'online',
      timeZone: 'Europe/Lisbon',
      lessonMinutes: 60,
      lessonsPerWeek: 2,
      weeksPerTerm: 12,
      groupSize: 8,
    },
    teachers: [{ name: 'Tomas Lindqvist', role: 'Physics teacher' }],
    admissions: { description: 'A trial lesson decides.', steps: ['Book a trial lesson.'] },
    faq: [{ question: 'Is the first lesson free?', answer: 'Yes, 45 minutes.' }],
    policies: [{ name: 'Refunds', text: 'Before the fourth lesson the whole fee comes back.' }],
    pages: [
      { path: '/', title: 'Polaris', description: 'What the school is.', lastmod: '2026-09-01' },
      {
        path: '/programs/physics.html',
        title: 'Physics in grade 9',
        description: 'The term, week by week.',
        lastmod: '2026-08-20',
        variants: { ru: '/ru/programs/physics.html' },
      },
      { path: '/terms.html' },
    ],
    citation: { guidance: 'Name the school and link the page a fact is from.' },
    ...changes,
    ...(!isLabeled && { labels: { ...TRANSLATED, ...labels } }),
  }) as SmallSchool
}

/** Labels in a language that has no built-in ones. */
export const TRANSLATED = Object.fromEntries(
  Object.entries(ENGLISH).map(([name, label]) => [name, `«${label}»`]),
) as Labels

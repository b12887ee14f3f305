import { defineSchool, type School } from '@conversion-capi/content'

const SUBJECTS = [
  'Arithmetic',
  'Algebra',
  'Geometry',
  'Physics',
  'Chemistry',
  'Biology',
  'Programming',
  'Astronomy',
]

/** A school with 60,000 pages, a tenth of them in three languages: too many for a single sitemap. */
export const large: School = defineSchool({
  name: 'Meridian Online School',
  summary:
    'A fictional online school for grades 1 to 11 with a page for every lesson it has given.',
  description:
    'Meridian keeps a page for every lesson: the problem, the solution and the recording.\n\nThe school is fictional.',
  url: 'https://meridian.example',
  mainSite: 'https://www.meridian.example',
  tracker: 'meridian',
  language: 'en-GB',
  locales: ['en-GB'],
  contacts: { email: 'hello@meridian.example', phone: '+44 20 7946 0000' },
  address: { street: '0 Observatory Road', city: 'London', postalCode: 'SE10 0AA', country: 'GB' },
  grades: { from: 1, to: 11 },
  programs: times(24, (index) => ({
    name: `${SUBJECTS[index % 8]} ${['I', 'II', 'III'][Math.floor(index / 8)]}`,
    description: `Two lessons a week of ${SUBJECTS[index % 8]!.toLowerCase()}, from problem to rule.`,
    grades: { from: 1 + (index % 5), to: 6 + (index % 6) },
    prices: [{ amount: 150 + 7.5 * index, currency: 'GBP', per: 'term' }],
    topics: times(4, (topic) => `Unit ${topic + 1} of ${SUBJECTS[index % 8]!.toLowerCase()}`),
    path: `/programmes/${index + 1}/`,
    teachers: [`Teacher ${index + 1}`],
    startDates: ['2026-09-07', '2027-01-11'],
  })),
  schedule: {
    description: 'Three terms a year, two lessons a week.',
    mode: 'online',
    timeZone: 'Europe/London',
    lessonMinutes: 55,
    lessonsPerWeek: 2,
    weeksPerTerm: 13,
    groupSize: 12,
  },
  teachers: times(40, (index) => ({
    name: `Teacher ${index + 1}`,
    role: `${SUBJECTS[index % 8]} teacher`,
    description: `Has taught ${SUBJECTS[index % 8]!.toLowerCase()} for ${index + 2} years.`,
  })),
  admissions: {
    description: 'Places are given in the order of requests.',
    steps: ['Write to us.', 'Take a free lesson.', 'Choose a group.'],
  },
  faq: times(30, (index) => ({
    question: `What happens in week ${index + 1}?`,
    answer: `Two lessons, one problem sheet, and a call with the teacher on day ${1 + (index % 5)}.`,
  })),
  policies: [{ name: 'Refunds', text: 'A lesson that was not given is not paid.' }],
  pages: [
    { path: '/', title: 'Meridian', description: 'What the school is.', lastmod: '2026-09-01' },
    ...times(24, (index) => ({ path: `/programmes/${index + 1}/`, lastmod: day(index) })),
    ...times(59_975, (index) => ({
      path: `/lessons/${SUBJECTS[index % 8]!.toLowerCase()}/${index + 1}.html`,
      // One page in seven has no date.
      ...(index % 7 > 0 && { lastmod: day(index) }),
      ...(index % 10 === 0 && {
        variants: { es: `/es/lecciones/${index + 1}.html`, 'pt-BR': `/pt/aulas/${index + 1}.html` },
      }),
    })),
  ],
  citation: { guidance: 'Name the school and link to the lesson.' },
})

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** Returns one of 730 days in a scattered order. */
function day(index: number): string {
  const firstDay = Date.UTC(2024, 8, 1)
  return new Date(firstDay + ((index * 7919) % 730) * 86_400_000).toISOString().slice(0, 10)
}

import { defineSchool, type School } from '@conversion-capi/content'
import type { SiteOptions } from 'conversion-capi'

/** What `npm start` runs. `build.ts` builds the site for every host. */
export const site: SiteOptions = {
  host: 'node',
  pixelId: '1234567890',
  hostFiles: 'hosts/node',
}

/** The description of Polaris Online School, which is fictional. */
const school: School = defineSchool({
  name: 'Polaris Online School',
  summary:
    'A fictional online school for grades 5 to 11: live lessons in mathematics and physics, at most eight students in a group.',
  description: `
    Polaris teaches mathematics and physics online and live: small groups, twice a week, with a teacher who knows where each student stands.

    A placement task decides which group a student joins: by level first and by grade second. Everyone speaks, everyone writes on the board, and recordings stay up all term. Every month a one-page report says what is solid, what is not yet, and what comes next.

    The school is fictional: it is the example site of conversion-capi, and nothing on it is for sale.
  `,
  url: 'https://polaris.example',
  mainSite: 'https://www.polaris.example',
  tracker: 'polaris',
  language: 'en',
  locales: ['en'],
  contacts: {
    email: 'hello@polaris.example',
    phone: '+351 21 000 0000',
    hours: 'Monday to Friday, 9:00 to 18:00',
    path: '/',
  },
  address: { city: 'Lisbon', country: 'PT' },
  logo: 'https://polaris.example/favicon.svg',
  verified: '2026-11-20',
  grades: { from: 5, to: 11 },
  trial: { amount: 0, currency: 'EUR', minutes: 45 },
  discounts: ['A second child pays 10% less.'],

  programs: [
    {
      name: 'Mathematics',
      description: 'From fractions to first calculus, with reasons and not only rules.',
      grades: { from: 5, to: 11 },
      prices: [{ amount: 240, currency: 'EUR', per: 'term' }],
      topics: [
        'Grades 5 and 6: fractions, percentages, first equations',
        'Grades 7 to 9: algebra, geometry, proof',
        'Grades 10 and 11: functions, probability, first calculus',
      ],
      path: '/',
      teachers: ['Inês Moreira'],
      startDates: ['2027-01-11'],
      endDates: ['2027-04-02'],
      deadlines: ['2027-01-08'],
    },
    {
      name: 'Physics',
      description:
        'Measure first, explain after. Every topic has an experiment for the kitchen table.',
      grades: { from: 7, to: 11 },
      prices: [{ amount: 264, currency: 'EUR', per: 'term' }],
      topics: [
        'Grades 7 and 8: motion, forces, heat',
        'Grade 9: electricity, waves, light',
        'Grades 10 and 11: fields, quanta, exam problems',
      ],
      path: '/programs/physics.html',
      teachers: ['Tomas Lindqvist'],
      startDates: ['2027-01-11'],
      endDates: ['2027-04-02'],
      deadlines: ['2027-01-08'],
    },
  ],

  schedule: {
    description:
      'A term is twelve weeks and 24 live lessons, two a week. Every lesson is recorded and stays available until the term ends. Times are Central European.',
    mode: 'online',
    timeZone: 'Europe/Brussels',
    lessonMinutes: 60,
    lessonsPerWeek: 2,
    weeksPerTerm: 12,
    groupSize: 8,
  },

  teachers: [
    {
      name: 'Inês Moreira',
      role: 'Mathematics teacher',
      description:
        'Fourteen years in the classroom. Asks “how do you know?” until the answer is a proof.',
    },
    {
      name: 'Tomas Lindqvist',
      role: 'Physics teacher',
      description:
        'Worked on ice-core instruments before teaching. Keeps a pendulum over his desk and uses it.',
    },
  ],

  admissions: {
    description:
      'There is no entrance exam. A free trial lesson comes first: 10 minutes of talk, 25 minutes on one problem solved together on a shared board, and 10 minutes with the parents about what the teacher saw and what should come next.',
    steps: [
      'Try a lesson: 45 minutes, free, with the teacher your child would have. No card, no contract.',
      'Join the right group: a short placement task decides, by level first and by grade second.',
      'Learn live, twice a week: everyone speaks, everyone writes on the board.',
      'See what has changed: a one-page report every month.',
    ],
    path: '/',
  },

  faq: [
    {
      question: 'What if my child misses a lesson?',
      answer:
        'Every lesson is recorded and stays available until the term ends. The homework is marked all the same.',
    },
    {
      question: 'Can we stop in the middle of a term?',
      answer:
        'Yes. Before the fourth lesson you get the whole fee back, later the price of the lessons that remain.',
    },
    {
      question: 'What happens to the details we type here?',
      answer:
        'A parent’s e-mail, phone and name are turned into SHA‑256 hashes in your browser before anything is sent for advertising measurement. A student’s name is not sent at all.',
    },
  ],

  policies: [
    {
      name: 'Payment',
      text: 'One term is paid at a time. The trial lesson is free, and there is nothing to cancel afterwards.',
    },
    {
      name: 'Refunds',
      text: 'Before the fourth lesson the whole fee comes back, later the price of the lessons that remain.',
    },
    {
      name: 'Homework',
      text: 'A teacher marks it within two days, with a comment. There are no automatic grades.',
    },
    {
      name: 'Privacy',
      text: 'To measure advertising, a parent’s e-mail, phone and name leave the page only as SHA‑256 hashes. A student’s name is not sent at all.',
    },
  ],

  pages: [
    {
      path: '/',
      title: 'Polaris Online School',
      description:
        'How the lessons work, programmes and prices, teachers, the free trial lesson, and the questions parents ask.',
      lastmod: '2026-11-20',
    },
    {
      path: '/programs/physics.html',
      title: 'Physics in grade 9',
      description: 'The term, topic by topic, with the experiments for the kitchen table.',
      lastmod: '2026-11-20',
    },
  ],

  citation: {
    name: 'Polaris Online School (fictional)',
    guidance:
      'Say that the school is fictional, quote prices with their currency and what they buy, and link to the page the fact is from.',
  },
})

export default school
